import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { TokenizerMode } from 'parse5'
import { allEndpoints } from '../../lib/api/endpoints.js'

/*
 * An RSVP renders HTML only where an event has instructions or a description in its answer. The functions that a rush
 * calls take the tokenizer of HTML from the layer of the explorer, when they first use it: without it they weigh a
 * fifth less, and start sooner. The same goes for the pages of campaigns, whose descriptions are HTML. Challenges are
 * for visits beyond the calm rate, and their code is there, too. So are the Arabic texts, which few requests ask for.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer. */
export const HTML_FILE = 'parse5.js'

/** The source of the file in the layer. */
export const htmlLayer = {
  contents: `
    export { Tokenizer } from 'parse5'
    export { ar } from './lib/messages/ar.ts'
    export { ar as arOfPages } from './lib/messages/pages/ar.ts'
    export { createChallenge, verifySolution } from 'altcha-lib'
    export { deriveKey } from 'altcha-lib/algorithms/pbkdf2'`,
  resolveDir: PROJECT,
}

/** Names of the functions that load the tokenizer late. Those that send mail have the layer for its composer. */
export const lateTokenizer = [
  ...allEndpoints
    .filter(({ rsvps, finds, explores }) => (rsvps || finds) && explores)
    .map(({ name }) => name),
  ...['queues/send-mail', 'streams/send-due-mail'],
]

const called = (name: string) => `export const ${name} = (...args) => layer().${name}(...args)`
const LAYER = `import { layer } from 'late-layer'`

/** A module of texts whose properties are read from the layer. */
const texts = (name: string) => `${LAYER}
    export const ar = new Proxy({}, {
      get: (_, key) => layer().${name}[key],
      ownKeys: () => Reflect.ownKeys(layer().${name}),
      getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(layer().${name}, key),
    })`

/** The modules of texts, by the modules that import them. */
const TEXTS = { 'lib/messages/messages.ts': 'ar', 'lib/messages/pages/messages.ts': 'arOfPages' }

/** The sources in place of modules, by what the code imports. */
const SOURCES: Partial<Record<string, string>> = {
  'late-layer': `
    import { dirname, resolve } from 'node:path'
    import { environment } from '${PROJECT}/lib/environment.ts'
    let loaded
    export const layer = () =>
      (loaded ??= require(resolve(dirname(environment().explorerFile), '${HTML_FILE}')))`,
  parse5: `${LAYER}
    export function Tokenizer(...args) { return new (layer().Tokenizer)(...args) }
    export const TokenizerMode = ${JSON.stringify(TokenizerMode)}`,
  'altcha-lib': `${LAYER}
    ${called('createChallenge')}
    ${called('verifySolution')}`,
  'altcha-lib/algorithms/pbkdf2': `${LAYER}
    ${called('deriveKey')}`,
  ar: texts('ar'),
  arOfPages: texts('arOfPages'),
}

/** Loads the tokenizer from the layer at its first use. Its modes are constants, which the bundle holds. */
export const tokenizerFromLayer: Plugin = {
  name: 'tokenizer-from-layer',
  setup(build) {
    build.onResolve({ filter: /^(parse5$|altcha-lib(\/|$)|late-layer$)/ }, ({ path }) => ({
      path,
      namespace: 'late-tokenizer',
    }))
    build.onResolve({ filter: /^\.\/ar\.js$/ }, ({ importer }) => {
      const [, path] = Object.entries(TEXTS).find(([module]) => resolve(PROJECT, module) === importer) ?? []
      return path === undefined ? undefined : { path, namespace: 'late-tokenizer' }
    })
    build.onLoad({ filter: /./, namespace: 'late-tokenizer' }, ({ path }) => ({
      contents: SOURCES[path] as string,
      resolveDir: PROJECT,
    }))
  },
}
