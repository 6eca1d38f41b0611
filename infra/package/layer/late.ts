import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { TokenizerMode } from 'parse5'
import { allEndpoints } from '../../../lib/http/endpoints/endpoints.js'
import { INTERFACE } from '../interface.js'
import { PATHS, PROJECT, pathInLayer } from './layer.js'

/*
 * Modules that few requests of a function use are in files of their own, and are loaded at their first use: the
 * tokenizer of HTML, which an event without HTML in its answer does not need; the parser of Markdown, for texts that
 * are sent; challenges, for visits beyond the calm rate; and Arabic. Without them a function weighs up to a third less,
 * and each 100 KB of script takes 3 ms to load.
 */

/** The files, and the source of each. */
const EXPORTS = {
  'parse5.js': `export { Tokenizer } from 'parse5'`,
  'marked.js': `export { Marked } from 'marked'`,
  'altcha.js': `
    export { createChallenge, verifySolution } from 'altcha-lib'
    export { deriveKey } from 'altcha-lib/algorithms/pbkdf2'`,
  'arabic.js': `
    export { ar } from './lib/texts/ar.ts'
    export { ar as arOfPages } from './lib/pages/texts/ar.ts'
    export { ar as arOfFinders } from './lib/near/texts/ar.ts'
    export { ar as arOfHosting } from './lib/hosting/texts/ar.ts'`,
}
type LateFile = keyof typeof EXPORTS

/** The files in the layer. */
export const lateFiles = Object.entries(EXPORTS).map(([name, contents]) => ({
  name,
  source: { contents, resolveDir: PROJECT },
}))

/** Endpoints that have the layer, and take from it what they need in another way. */
const OTHERS = [INTERFACE, 'other-requests', 'docs/get-explorer-file']

/** Names of the functions that load these modules late. Those that send mail have the layer for its composer. */
export const lateLoading = [
  ...allEndpoints.filter(({ name, explores }) => explores && !OTHERS.includes(name)).map(({ name }) => name),
  ...['queues/send-mail', 'streams/send-due-mail'],
]

const imported = (file: LateFile) => `import { layer } from 'late:${file}'`
const called = (name: string) => `export const ${name} = (...args) => layer().${name}(...args)`
const constructed = (name: string) =>
  `export function ${name}(...args) { return new (layer().${name})(...args) }`

/** A module of texts whose properties are read from the layer. */
const texts = (name: string) => `${imported('arabic.js')}
    export const ar = new Proxy({}, {
      get: (_, key) => layer().${name}[key],
      ownKeys: () => Reflect.ownKeys(layer().${name}),
      getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(layer().${name}, key),
    })`

/** The modules of texts, by the modules that import them. */
const TEXTS = {
  'lib/texts/messages.ts': 'ar',
  'lib/pages/texts/messages.ts': 'arOfPages',
  'lib/near/texts/messages.ts': 'arOfFinders',
  'lib/hosting/texts/messages.ts': 'arOfHosting',
}

/** The sources in place of modules, by what the code imports. The modes of the tokenizer are constants. */
const SOURCES: Partial<Record<string, string>> = {
  parse5: `${imported('parse5.js')}
    ${constructed('Tokenizer')}
    export const TokenizerMode = ${JSON.stringify(TokenizerMode)}`,
  marked: `${imported('marked.js')}
    ${constructed('Marked')}`,
  'altcha-lib': `${imported('altcha.js')}
    ${called('createChallenge')}
    ${called('verifySolution')}`,
  'altcha-lib/algorithms/pbkdf2': `${imported('altcha.js')}
    ${called('deriveKey')}`,
  ...Object.fromEntries(Object.values(TEXTS).map((name) => [name, texts(name)])),
}

const loader = (file: string) => `${PATHS}
    let loaded
    export const layer = () => (loaded ??= require(${pathInLayer(file)}))`

/** Loads the modules from the layer at their first use. */
export const lateFromLayer: Plugin = {
  name: 'late-from-layer',
  setup(build) {
    build.onResolve({ filter: /^(late:.*|parse5|marked|altcha-lib(\/.*)?)$/ }, ({ path }) => ({
      path,
      namespace: 'late',
    }))
    build.onResolve({ filter: /^\.\/ar\.js$/ }, ({ importer }) => {
      const [, path] = Object.entries(TEXTS).find(([module]) => resolve(PROJECT, module) === importer) ?? []
      return path === undefined ? undefined : { path, namespace: 'late' }
    })
    build.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: path.startsWith('late:') ? loader(path.slice('late:'.length)) : (SOURCES[path] as string),
      resolveDir: PROJECT,
    }))
  },
}
