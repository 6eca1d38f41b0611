import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/*
 * An authenticator with the browser around it (WebAuthn, level 3): it makes credentials and signs challenges as devices
 * do, and lies where a test wants it to.
 */

/** Changes of a ceremony: an attacker, or another site, would send this. */
export interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  userHandle?: string
  crossOrigin?: boolean
  /** Whether the person was asked for a fingerprint or a code. */
  isVerified?: boolean
  counter?: number
  /** Bytes in place of the signature. */
  signature?: Buffer
  attestation?: { format: string; statement: Buffer }
}

/** The options by which a browser makes a credential, as far as they matter here. */
interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
  excludeCredentials: { id: string }[]
}

interface RequestOptions {
  challenge: string
  rpId: string
}

interface Credential {
  id: string
  key: KeyObject
  userHandle: string
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The flags of authenticator data: the person is there, was verified, and the data has a credential. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

/** @param counts whether it counts its signatures, as those of keys on a chain do and those of phones do not */
export function authenticator(origin: string, { counts = false } = {}) {
  let counter = 0
  const next = ({ counter: lied }: Lies) => lied ?? (counts ? ++counter : 0)

  const clientData = (type: string, challenge: string, lies: Lies) =>
    base64(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    )

  const authenticatorData = (rpId: string, lies: Lies, attested: Buffer = Buffer.alloc(0)) => {
    const flags = PRESENT | (lies.isVerified === false ? 0 : VERIFIED) | (attested.length > 0 ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(next(lies))
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }

  return {
    /** Makes a credential. @returns it, and what the page sends */
    create({ challenge, rp, user }: CreationOptions, lies: Lies = {}): { credential: Credential; sent: string } {
      const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const id = randomBytes(32)
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = authenticatorData(rp.id, lies, attested)
      const { format, statement } = lies.attestation ?? { format: 'none', statement: Buffer.from([0xa0]) }
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text(format),
        text('attStmt'),
        statement,
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const sent = {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies),
          attestationObject: base64(attestationObject),
          transports: ['internal', 'hybrid'],
        },
      }
      return { credential: { id: base64(id), key, userHandle: user.id }, sent: JSON.stringify(sent) }
    },

    /** Signs a challenge. @returns what the page sends */
    get({ challenge, rpId }: RequestOptions, { id, key, userHandle }: Credential, lies: Lies = {}): string {
      const data = authenticatorData(rpId, lies)
      const clientDataJSON = clientData('webauthn.get', challenge, lies)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: base64(data),
          signature: base64(lies.signature ?? sign('sha256', signed, key)),
          userHandle: lies.userHandle ?? userHandle,
        },
      })
    },
  }
}

/** A short text in CBOR (RFC 8949). */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
