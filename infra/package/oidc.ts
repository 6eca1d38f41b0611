import { relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/*
 * Few requests speak with identity providers. What does so is in a file of its own in the layer of the explorer, which
 * the interface loads with the first of them.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer. */
export const OIDC_FILE = 'oidc.js'

const MODULE = 'lib/oidc/provider-client.ts'

/** The source of the file in the layer. */
export const oidcLayer = { contents: `export * from './${MODULE}'`, resolveDir: PROJECT }

/** Takes the client from the layer, where a function imports it. */
export const oidcFromLayer: Plugin = {
  name: 'oidc-from-layer',
  setup(build) {
    build.onResolve({ filter: /\/oidc\/provider-client\.js$/ }, ({ path, resolveDir }) => {
      const file = relative(PROJECT, resolve(resolveDir, path)).replace(/\.js$/, '.ts')
      return file === MODULE ? { path: file, namespace: 'oidc' } : undefined
    })
    build.onLoad({ filter: /./, namespace: 'oidc' }, () => ({
      contents: `
        const { dirname, resolve } = require('node:path')
        const { environment } = require('${PROJECT}/lib/environment.ts')
        module.exports = require(resolve(dirname(environment().explorerFile), '${OIDC_FILE}'))`,
      resolveDir: PROJECT,
    }))
  },
}
