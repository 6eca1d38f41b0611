import { CHALLENGE_S } from './challenge.js'
import { type Passkey, type RelyingParty, handleOf } from './passkey.js'
import { addressIdOf } from '../../access/sign-in-address.js'

/** The key algorithms that every authenticator has one of: Ed25519, ECDSA with P-256, and RSA. */
export const ALGORITHMS = [-8, -7, -257]

const TIMEOUT_MS = CHALLENGE_S * 1000

/** Returns what a browser needs to sign in. It names no passkeys: the authenticator knows those of the service. */
export const optionsToSignIn = ({ id }: RelyingParty, challenge: string) => ({
  challenge,
  rpId: id,
  timeout: TIMEOUT_MS,
  allowCredentials: [],
  userVerification: 'required' as const,
})

/** Returns what a browser needs to make a passkey. Authenticators that have one for the address make no other. */
export const optionsToAdd = (
  { id }: RelyingParty,
  { address, challenge, passkeys, title }: { address: string; challenge: string; passkeys: Passkey[]; title: string },
) => ({
  challenge,
  rp: { id, name: title },
  user: { id: handleOf(addressIdOf(address)), name: address, displayName: address },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
    type: 'public-key' as const,
    id: credential_id,
    transports,
  })),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
})
