import { newSecret } from '../../lib/dynamodb/secret-store.js'
import { text } from '../../lib/hal/values.js'
import { command, family } from '../command.js'
import { orMissing } from '../complaints.js'
import { inWords, owner, ownerIn, required } from '../options.js'
import { details, table } from '../show.js'

const create = command({
  name: 'create',
  does: 'Make an API key, and show it this one time',
  example: 'key create --group 6f2b8f5e-… --json',
  options: owner,
  run: async (values, { open }) => {
    const of = ownerIn(values)
    const { owners, keys } = await open()
    const principal = await orMissing(owners.principalOf(of), inWords(of))
    const key = newSecret()
    const id = await keys.create(key, principal, new Date())
    return {
      json: { id, key },
      text: `${details({ id, key })}\n\nKeep the key now: only its hash is stored, it cannot be shown again.`,
    }
  },
})

const list = command({
  name: 'list',
  does: 'List the API keys of a group or an account, without the keys themselves',
  example: 'key list --group 6f2b8f5e-…',
  options: owner,
  run: async (values, { open }) => {
    const of = ownerIn(values)
    const { owners, keys } = await open()
    await orMissing(owners.principalOf(of), inWords(of))
    // Named one by one, so that whatever a key is kept with later stays where it is.
    const shown = (await keys.list(of))
      .map(({ id, created_date, revoked_date }) => ({
        id,
        created_date,
        ...(revoked_date && { revoked_date }),
      }))
      .sort((one, other) => other.created_date.localeCompare(one.created_date))
    const rows = shown.map(({ id, created_date, revoked_date }) => ({
      id,
      created_date,
      revoked_date: revoked_date ?? '-',
    }))
    return { json: shown, text: table(rows, 'There are no keys.') }
  },
})

const revoke = command({
  name: 'revoke',
  does: 'Revoke an API key for ever; it works nowhere after 60 seconds',
  example: 'key revoke 0f6b1c2d-…',
  options: { id: required('<id>', 'id of the key', text) },
  run: async ({ id }, { open }) => {
    const { keys } = await open()
    await orMissing(keys.revoke(id, new Date()), `key with the id ${id}`)
    return {
      json: { id, revoked: true },
      text: `The key ${id} is revoked; it works nowhere after 60 seconds.`,
    }
  },
})

export const keyCommands = family(
  'key',
  'API keys of groups and accounts',
  'key create --group 6f2b8f5e-… --json',
  [create, list, revoke],
)
