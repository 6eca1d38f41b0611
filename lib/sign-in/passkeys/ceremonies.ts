import { ALGORITHMS } from './options.js'
import { type NewCredential, type Passkey, type RelyingParty, addressIdOfHandle } from './passkey.js'
import type { CeremonyReader } from './passkeys.js'
import {
  type AssertionResponse,
  type RegistrationResponse,
  challengeIn,
  knownTransports,
  readAssertion,
  readRegistration,
} from './responses.js'

/**
 * Reads and verifies what authenticators sign. The library is loaded when the first signature is verified: most
 * requests have none. It throws where something is wrong, whatever it is.
 */
export const ceremoniesOf = (relyingParty: RelyingParty): CeremonyReader => ({
  assertionIn(sent) {
    const response = readAssertion(sent)
    if (!response) return undefined
    const challenge = challengeIn(response.response.clientDataJSON)
    const address = addressIdOfHandle(response.response.userHandle)
    if (challenge === undefined || address === undefined) return undefined
    return {
      credential: response.id,
      address,
      challenge,
      verify: (passkey) => unlessRefused(() => counterIn(response, passkey, challenge, relyingParty)),
    }
  },

  registrationIn(sent) {
    const response = readRegistration(sent)
    if (!response) return undefined
    const challenge = challengeIn(response.response.clientDataJSON)
    if (challenge === undefined) return undefined
    return { challenge, verify: () => unlessRefused(() => credentialIn(response, challenge, relyingParty)) }
  },
})

const unlessRefused = <Value>(verify: () => Promise<Value | undefined>): Promise<Value | undefined> =>
  verify().catch(() => undefined)

/**
 * Verifies a signature.
 * @returns the counter of the authenticator, which is above that of the passkey where it counts
 */
async function counterIn(
  response: AssertionResponse,
  { credential_id, public_key, counter }: Passkey,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    credential: { id: credential_id, publicKey: Buffer.from(public_key, 'base64url'), counter },
    ...expected(challenge, relyingParty),
  })
  return verified ? authenticationInfo.newCounter : undefined
}

async function credentialIn(
  response: RegistrationResponse,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  if (!(await isUnattested(response))) return undefined
  const { transports } = response.response
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...response,
      response: { ...response.response, transports: [] },
      clientExtensionResults: {},
    },
    supportedAlgorithmIDs: ALGORITHMS,
    ...expected(challenge, relyingParty),
  })
  if (registrationInfo?.credential.id !== response.id) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: knownTransports(transports),
  }
}

/**
 * Whether a credential comes without certificates. None are asked for, and verifying them could ask servers that they
 * name whether they were revoked.
 */
async function isUnattested({ response }: RegistrationResponse): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

const expected = (challenge: string, { id, origin }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
})
