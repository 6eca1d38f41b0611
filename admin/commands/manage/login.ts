import { isNativeId } from '../../../lib/fields/identifier.js'
import { OsdiError } from '../../../lib/runtime/errors.js'
import { text } from '../../../lib/fields/values.js'
import { createLink, endSessions, accessOfAddress } from '../../../lib/sign-in/store/sign-in-store.js'
import { removePasskeys } from '../../../lib/sign-in/store/passkey-store.js'
import { signInPath } from '../../../lib/manage/paths.js'
import { command } from '../../command.js'
import { formatDetails } from '../../output/format.js'
import { baseOf } from '../../site.js'
import { flag, required } from '../../options.js'
import type { Stores } from '../../stores.js'

const person = required('--person <id or email>', 'a member of a group, or the person of an account', text)

export const loginCommand = command({
  name: 'login',
  does: "Print a link that signs a person in to the organizer's interface, once and within 15 minutes",
  example: 'login --person ada@example.org --json',
  options: { person },
  run: async ({ person }, { open, settings }) => {
    const base = baseOf(settings())
    const stores = await open()
    const address = await addressOf(person, stores)
    const { secret, expires } = await createLink(stores.table, address, new Date())
    const link = { url: base + signInPath(secret), expires: expires.toISOString() }
    return { json: link, text: formatDetails(link) }
  },
})

export const logoutCommand = command({
  name: 'logout',
  does: "End all sessions of a person in the organizer's interface, for example of a lost phone",
  example: 'logout --person ada@example.org',
  options: {
    person,
    passkeys: flag('--passkeys', 'remove the passkeys of the address, too: without it, they sign in again'),
  },
  run: async ({ person, passkeys }, { open }) => {
    const { owners, table } = await open()
    const address = await addressOf(person, { owners, table })
    const removed = passkeys ? await removePasskeys(table, address) : undefined
    const ended = await endSessions(table, address)
    return {
      json: { ended, ...(removed !== undefined && { passkeys_removed: removed }) },
      text: `${ended} sessions have ended.${removed === undefined ? '' : ` ${removed} passkeys are removed.`}`,
    }
  },
})

/**
 * Returns the address with which a person signs in.
 * @throws OsdiError not_found for a person without a role in any group or account
 */
async function addressOf(person: string, { owners, table }: Pick<Stores, 'owners' | 'table'>) {
  if (isNativeId(person)) {
    const access = await owners.accessOf(person)
    if (access) return access.address
  } else if ((await accessOfAddress(table, person)).length > 0) return person
  throw new OsdiError('not_found', `"${person}" has no role in any group or account, so it cannot sign in.`)
}
