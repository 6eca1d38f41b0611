import { type Purpose, newChallenge, readChallenge } from './challenge.js'
import { optionsToAdd, optionsToSignIn } from './options.js'
import {
  type Added,
  type AnsweredChallenge,
  type NewCredential,
  type Passkey,
  type PasskeyChange,
  type RelyingParty,
  dayOf,
  passkeyIdOf,
} from './passkey.js'
import { addressIdOf } from '../../access/sign-in-address.js'
import type { SessionToken, SignedIn } from '../sign-in.js'
import type { Table } from '../../table/table.js'
import {
  findPasskey,
  beginByPasskey,
  listPasskeys,
  addPasskey,
  renamePasskey,
  removePasskey,
} from '../store/passkey-store.js'

/** The signature of a passkey, before it is verified. */
export interface Assertion {
  /** The id of the credential. */
  credential: string
  /** The id of the address that the authenticator names. */
  address: string
  challenge: string
  /** Verifies it by a passkey. @returns the counter of the authenticator; undefined when it is not of this passkey */
  verify(passkey: Passkey): Promise<number | undefined>
}

/** A credential that a browser has made, before it is verified. */
export interface Registration {
  challenge: string
  /** @returns undefined when it was not made for this service, or without asking who the person is */
  verify(): Promise<NewCredential | undefined>
}

/** Reads what browsers send; undefined if it is malformed. */
export interface CeremonyReader {
  assertionIn(sent: string): Assertion | undefined
  registrationIn(sent: string): Registration | undefined
}

interface Dependencies {
  relyingParty: RelyingParty
  table: Table
  ceremonies: CeremonyReader
  /** Returns the secret that signs challenges. */
  secret: () => Promise<string>
}

/** Signs people in with passkeys, and keeps those of an address. */
export type Passkeys = ReturnType<typeof passkeysOf>

export const passkeysOf = ({ relyingParty, table, ceremonies, secret }: Dependencies) => {
  const challengeFor = async (purpose: Purpose, now: Date) => newChallenge(await secret(), purpose, now)
  const answered = async (purpose: Purpose, challenge: string, now: Date) =>
    readChallenge(await secret(), purpose, challenge, now)

  return {
    optionsToSignIn: async (now: Date) => optionsToSignIn(relyingParty, await challengeFor({ signIn: true }, now)),

    /**
     * Verifies the signature of a passkey and begins a session. Attempts are not counted: nobody guesses a signature.
     * @returns undefined for a refused one, and nothing of why, nor whether the service knows the passkey
     */
    async signIn(
      { sent, known }: { sent: string; known?: SessionToken | undefined },
      now: Date,
    ): Promise<SignedIn | undefined> {
      const assertion = ceremonies.assertionIn(sent)
      const challenge = assertion && (await answered({ signIn: true }, assertion.challenge, now))
      if (!challenge) return undefined
      const { address, credential } = assertion
      const found = await findPasskey(table, address, passkeyIdOf(credential))
      const counter = found && (await assertion.verify(found.passkey))
      if (!found || counter === undefined) return undefined
      const use = { address: found.address, id: found.passkey.id, counter, challenge }
      return beginByPasskey(table, { ...use, ...(known && { known }) }, now)
    },

    async optionsToAdd(address: string, title: string, now: Date) {
      const [challenge, passkeys] = await Promise.all([
        challengeFor({ addTo: addressIdOf(address) }, now),
        listPasskeys(table, address),
      ])
      return optionsToAdd(relyingParty, { address, challenge, passkeys, title })
    },

    /** Verifies a credential that a browser has made for an address, and keeps it. */
    async add(address: string, { sent, name }: { sent: string; name: string }, change: PasskeyChange): Promise<Added> {
      const { now } = change
      const registration = ceremonies.registrationIn(sent)
      const challenge: AnsweredChallenge | undefined =
        registration && (await answered({ addTo: addressIdOf(address) }, registration.challenge, now))
      const credential = challenge && (await registration?.verify())
      if (!credential) return 'refused'
      const id = passkeyIdOf(credential.credential_id)
      return addPasskey(table, address, { id, ...credential, name, created_on: dayOf(now) }, { ...change, challenge })
    },

    list: (address: string) => listPasskeys(table, address),
    rename: (address: string, id: string, name: string) => renamePasskey(table, address, id, name),
    remove: (address: string, id: string, change: PasskeyChange) => removePasskey(table, address, id, change),
  }
}
