import { type LayerFile, PROJECT, takenFrom } from './layer.js'

const name = 'passkeys.js'

/**
 * The library that verifies passkeys weighs 84 KB in the zip of a layer, and takes 28 ms to load. It is a file of its
 * own: the requests that sign in with a passkey or add one load it, and no others.
 */
export const passkeys: LayerFile = {
  name,
  source: {
    contents: `
      export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
      export { decodeAttestationObject } from '@simplewebauthn/server/helpers'`,
    resolveDir: PROJECT,
  },
  fromLayer: takenFrom(name, /^@simplewebauthn\/server(\/helpers)?$/),
}
