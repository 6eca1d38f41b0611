import { readFile } from 'node:fs/promises'
import { type Answer, published } from '../../../http/answer.js'

/** A day: browsers may use the explorer of the previous deployment this long. */
const SECONDS = 86_400

/** The colors of the explorer in the dark; in light it has its own. */
const DARK = {
  'bg-color': '#16181d',
  'text-color': '#e6e8eb',
  'primary-color': '#8fb4ff',
  'secondary-color': '#f5b942',
  'header-bg-color': '#1d2327',
  'header-color': '#e6e8eb',
  'nav-bg-color': '#1d2327',
  'nav-text-color': '#e6e8eb',
  'nav-hover-bg-color': '#2c333b',
  'nav-hover-text-color': '#ffffff',
}

/**
 * Fills in the key that the page has, if it has one, and follows the scheme of the reader: the explorer has no
 * attribute for either.
 */
const FILLING = `
;(() => {
  const explorer = document.querySelector('openapi-explorer')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    for (const [name, color] of Object.entries(${JSON.stringify(DARK)}))
      if (dark.matches) explorer.setAttribute(name, color)
      else explorer.removeAttribute(name)
  }
  dark.addEventListener('change', follow)
  follow()
  const { key, keyHeader } = explorer.dataset
  if (key)
    explorer.addEventListener('spec-loaded', () => explorer.setAuthenticationConfiguration(keyHeader, { token: key }))
})()
`

let script: Promise<string> | undefined

/** A failure is not remembered. */
function forgetting(error: unknown): never {
  script = undefined
  throw error
}

/**
 * Answers a file of the explorer.
 * @param scriptFile where its script is
 * @returns undefined when the explorer has no such file
 */
export async function explorerFile(scriptFile: string, name: string): Promise<Answer | undefined> {
  if (name !== 'openapi-explorer.js') return undefined
  script ??= readFile(scriptFile, 'utf8').then((text) => text + FILLING, forgetting)
  return published(await script, 'text/javascript; charset=utf-8', SECONDS)
}
