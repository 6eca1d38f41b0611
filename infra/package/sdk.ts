import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/*
 * The AWS SDK as a file of its own in the layer of the explorer, for functions whose zips would exceed 150 KB with it.
 * A bundle of several entries keeps the unused parts of modules that are loaded late; this one has only what is used.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer. */
export const SDK_FILE = 'sdk.js'

/** The source of the file in the layer. */
export const SDK_SOURCE = 'lib/dynamodb/client/sdk.ts'

/** The functions of hosts: each does most of what an organiser may do with an event. */
export const sdkLayered = ['hosting/send-form', 'hosting/get-page', 'hosting/update-page']

/** Takes the SDK from the layer, where a function imports it. */
export const sdkFromLayer: Plugin = {
  name: 'sdk-from-layer',
  setup(build) {
    build.onResolve({ filter: /^\.\/sdk\.js$|\/client\/commands\.js$/ }, () => ({
      path: SDK_FILE,
      namespace: 'sdk',
    }))
    build.onLoad({ filter: /./, namespace: 'sdk' }, () => ({
      contents: `
        const { dirname, resolve } = require('node:path')
        const { environment } = require('${PROJECT}/lib/environment.ts')
        module.exports = require(resolve(dirname(environment().explorerFile), '${SDK_FILE}'))`,
      resolveDir: PROJECT,
    }))
  },
}
