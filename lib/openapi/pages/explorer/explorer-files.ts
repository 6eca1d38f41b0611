import { readFile } from 'node:fs/promises'
import { type Answer, published } from '../../../http/answer.js'

/** A day: so long the explorer of before a deployment may stay. */
const SECONDS = 86_400

/** Fills in the key that the page has, if it has one: the explorer has no attribute for it. */
const FILLING = `
;(() => {
  const explorer = document.querySelector('openapi-explorer')
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
