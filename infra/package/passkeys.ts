import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/*
 * The library that verifies passkeys weighs 84 KB in the zip of a layer, and takes 28 ms to load. It is a file of its
 * own in the layer of the explorer: the requests that sign in with a passkey or add one load it, and no others.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer. */
export const PASSKEYS_FILE = 'passkeys.js'

/** The source of the file in the layer. */
export const passkeysLayer = {
  contents: `
    export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
    export { decodeAttestationObject } from '@simplewebauthn/server/helpers'`,
  resolveDir: PROJECT,
}

/** Takes the library from the layer, at its first use. */
export const passkeysFromLayer: Plugin = {
  name: 'passkeys-from-layer',
  setup(build) {
    build.onResolve({ filter: /^@simplewebauthn\/server(\/helpers)?$/ }, () => ({
      path: 'passkeys',
      namespace: 'passkeys',
    }))
    build.onLoad({ filter: /./, namespace: 'passkeys' }, () => ({
      contents: `
        const { dirname, resolve } = require('node:path')
        const { environment } = require('${PROJECT}/lib/environment.ts')
        module.exports = require(resolve(dirname(environment().explorerFile), '${PASSKEYS_FILE}'))`,
      resolveDir: PROJECT,
    }))
  },
}
