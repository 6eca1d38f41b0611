import type { Plugin } from 'esbuild'
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { TokenizerMode, html } from 'parse5'
import { dependencies } from '../../../package.json' with { type: 'json' }
import { allEndpoints } from '../../../lib/http/endpoints/endpoints.js'
import { INTERFACE, PATHS, PROJECT, exporting, fileOf, pathInLayer } from './layer.js'

/*
 * Modules that few requests of a function use are in files of their own, and are loaded at their first use: the
 * tokenizer of HTML, which an event without HTML in its answer does not need; the parser of Markdown, for texts that
 * are sent; challenges, for visits beyond the calm rate; what reads calendars; and the texts of most languages. Without
 * them a function weighs up to a third less, and each 100 KB of script takes 3 ms to load.
 */

/** The source of each file, by the package that it takes apart. */
const EXPORTS = {
  parse5: `export { Tokenizer } from 'parse5'`,
  marked: `export { Marked } from 'marked'`,
  'altcha-lib': `
    export { createChallenge, verifySolution } from 'altcha-lib'
    export { deriveKey } from 'altcha-lib/algorithms/pbkdf2'`,
  'ical.js': `export { default } from 'ical.js'`,
  'windows-iana': `export { WINDOWS_TO_IANA_MAP } from 'windows-iana'`,
}

/** The texts of languages, but of those that the functions have: each 10 KB of them are read on every cold start. */
const LANGUAGES = globSync('lib/texts/*.json', { cwd: PROJECT })
  .map((file) => `./${file}`)
  .filter((file) => !/\/(en|es)\.json$/.test(file))

/** Returns the file of the layer with a language: `ar.js`. */
const fileOfLanguage = (file: string) => `${basename(file, '.json')}.js`

/** The files in the layer. */
export const lateFiles = [
  ...Object.entries(EXPORTS)
    .filter(([name]) => name in dependencies)
    .map(([name, contents]) => ({ name: `${name}.js`, source: { contents, resolveDir: PROJECT } })),
  ...LANGUAGES.map((file) => ({ name: fileOfLanguage(file), source: exporting([file]) })),
]

/** Endpoints that have the layer, and take from it what they need in another way. */
const OTHERS = [INTERFACE, 'other-requests', 'docs/get-explorer-file']

/** Names of the functions that load these modules late. Those that send mail have the layer for its composer. */
export const lateLoading = [
  ...allEndpoints.filter(({ name, explores }) => explores && !OTHERS.includes(name)).map(({ name }) => name),
  'queues/send-mail',
  'schedules/send-due-mail',
]

const imported = (file: string) => `import { layer } from 'late:${file}'`
const called = (name: string) => `export const ${name} = (...args) => layer().${name}(...args)`
const constructed = (name: string) => `export function ${name}(...args) { return new (layer().${name})(...args) }`

/** The texts of a language, whose properties are read from the layer. */
const texts = (file: string) => `${imported(fileOfLanguage(file))}
    const late = (of) => {
      const texts = () => layer()['${file}'][of]
      return new Proxy({}, {
        get: (_, key) => texts()[key],
        ownKeys: () => Reflect.ownKeys(texts()),
        getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(texts(), key),
      })
    }
    ${Object.keys(JSON.parse(readFileSync(resolve(PROJECT, file), 'utf8')) as object)
      .map((room) => `export const ${room} = /* @__PURE__ */ late('${room}')`)
      .join('\n')}`

/** The sources in place of modules, by what is imported. Modes of the tokenizer and names of elements are constants. */
const SOURCES: Partial<Record<string, string>> = {
  parse5: `${imported('parse5.js')}
    ${constructed('Tokenizer')}
    export const TokenizerMode = ${JSON.stringify(TokenizerMode)}
    export const html = { TAG_NAMES: ${JSON.stringify(html.TAG_NAMES)} }`,
  marked: `${imported('marked.js')}
    ${constructed('Marked')}`,
  'altcha-lib': `${imported('altcha-lib.js')}
    ${called('createChallenge')}
    ${called('verifySolution')}`,
  'altcha-lib/algorithms/pbkdf2': `${imported('altcha-lib.js')}
    ${called('deriveKey')}`,
  'ical.js': `${imported('ical.js.js')}
    export default new Proxy({}, { get: (_, key) => layer().default[key] })`,
  // It is imported where it is used.
  'windows-iana': `${imported('windows-iana.js')}
    export const { WINDOWS_TO_IANA_MAP } = layer()`,
  ...Object.fromEntries(LANGUAGES.map((file) => [file, texts(file)])),
}

const loader = (file: string) => `${PATHS}
    let loaded
    export const layer = () => (loaded ??= require(${pathInLayer(file)}))`

/** Loads the modules from the layer at their first use. */
export const lateFromLayer: Plugin = {
  name: 'late-from-layer',
  setup(build) {
    build.onResolve({ filter: /^(late:.*|parse5|marked|altcha-lib(\/.*)?|ical\.js|windows-iana)$/ }, ({ path }) => ({
      path,
      namespace: 'late',
    }))
    build.onResolve({ filter: /\/[a-z]+\.json$/ }, (args) => {
      const path = `./${fileOf(args)}`
      return LANGUAGES.includes(path) ? { path, namespace: 'late' } : undefined
    })
    build.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: path.startsWith('late:') ? loader(path.slice('late:'.length)) : (SOURCES[path] as string),
      resolveDir: PROJECT,
    }))
  },
}
