import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { TokenizerMode } from 'parse5'
import { allEndpoints } from '../../lib/api/endpoints.js'

/*
 * An RSVP renders HTML only where an event has instructions or a description in its answer. The functions that a rush
 * calls take the tokenizer of HTML from the layer of the explorer, when they first use it: without it they weigh a
 * fifth less, and start sooner. The same goes for the pages of campaigns, whose descriptions are HTML.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer. */
export const HTML_FILE = 'parse5.js'

/** The source of the file in the layer. */
export const htmlLayer = {
  contents: `export { Tokenizer } from 'parse5'`,
  resolveDir: PROJECT,
}

/** Names of the functions that load the tokenizer late. Those that send mail have the layer for its composer. */
export const lateTokenizer = [
  ...allEndpoints
    .filter(({ rsvps, finds, explores }) => (rsvps || finds) && explores)
    .map(({ name }) => name),
  ...['queues/send-mail', 'streams/send-due-mail'],
]

/** Loads the tokenizer from the layer at its first use. Its modes are constants, which the bundle holds. */
export const tokenizerFromLayer: Plugin = {
  name: 'tokenizer-from-layer',
  setup(build) {
    build.onResolve({ filter: /^parse5$/ }, ({ path }) => ({ path, namespace: 'late-tokenizer' }))
    build.onLoad({ filter: /./, namespace: 'late-tokenizer' }, () => ({
      contents: `
        import { dirname, resolve } from 'node:path'
        import { environment } from '${PROJECT}/lib/environment.ts'
        let loaded
        const layer = () => (loaded ??= require(resolve(dirname(environment().explorerFile), '${HTML_FILE}')))
        export function Tokenizer(...args) { return new (layer().Tokenizer)(...args) }
        export const TokenizerMode = ${JSON.stringify(TokenizerMode)}`,
      resolveDir: PROJECT,
    }))
  },
}
