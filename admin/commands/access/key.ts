import { newSecret } from '../../../lib/access/store/secret-store.js'
import { SCOPES } from '../../../lib/runtime/principal.js'
import { instant, text } from '../../../lib/fields/values.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { command, family } from '../../command.js'
import { orMissing } from '../../errors.js'
import { describeOwner, oneOf, optional, owner, ownerIn, rate, rateOrOff, required } from '../../options.js'
import { formatDetails, formatTable } from '../../output/format.js'

const create = command({
  name: 'create',
  does: 'Make an API key, and show it this one time',
  example: 'key create --group 6f2b8f5e-… --json',
  options: {
    ...owner,
    name: optional('--name <name>', 'what uses it', text),
    scope: optional('--scope <scope>', `what it may do: ${SCOPES.join(', ')}; all without it`, oneOf(SCOPES)),
    expires: optional('--expires <date>', 'when it stops working; never without it', instant),
    limit: optional('--limit <rate>', 'requests it may make, such as 240/minute', rate),
  },
  run: async ({ name, scope, expires, limit, ...values }, { open }) => {
    const of = ownerIn(values)
    const { owners, keys } = await open()
    const principal = await orMissing(owners.principalOf(of), describeOwner(of))
    const key = newSecret()
    const restrictions = omitUndefined({ name, scope, expires_date: expires, limit })
    const id = await keys.create(key, { ...principal, ...restrictions }, new Date())
    return {
      json: { id, key },
      text: `${formatDetails({ id, key })}\n\nKeep the key now: only its hash is stored, it cannot be shown again.`,
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
    await orMissing(owners.principalOf(of), describeOwner(of))
    // Named one by one, so that whatever a key is kept with later stays where it is.
    const listed = (await keys.list(of))
      .map(({ id, created_date, ...others }) => {
        const { revoked_date, name, scope, expires_date, limit, last_used_date } = others
        return {
          id,
          created_date,
          ...omitUndefined({ name, scope, expires_date, limit, last_used_date, revoked_date }),
        }
      })
      .sort((one, other) => other.created_date.localeCompare(one.created_date))
    const rows = listed.map(({ id, name, scope, created_date, limit, ...dates }) => ({
      id,
      name: name ?? '-',
      scope: scope ?? 'all',
      created_date,
      last_used_date: dates.last_used_date ?? '-',
      expires_date: dates.expires_date ?? '-',
      limit: limit ? `${limit.requests} in ${limit.seconds} s` : '-',
      revoked_date: dates.revoked_date ?? '-',
    }))
    return { json: listed, text: formatTable(rows, 'There are no keys.') }
  },
})

const limit = command({
  name: 'limit',
  does: 'Limit how many requests an API key may make, or no longer; it holds everywhere after 60 seconds',
  example: 'key limit 0f6b1c2d-… 240/minute',
  options: {
    id: required('<id>', 'id of the key', text),
    rate: required('<rate>', 'such as 4/second, 240/minute, 5000/hour, or off', rateOrOff),
  },
  run: async ({ id, rate }, { open }) => {
    const { keys } = await open()
    const limit = rate === 'off' ? undefined : rate
    await orMissing(keys.limit(id, limit), `key with the id ${id}`)
    return {
      json: { id, limit: limit ?? null },
      text: limit
        ? `The key ${id} may make ${limit.requests} requests in ${limit.seconds} seconds.`
        : `The key ${id} has no limit.`,
    }
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

export const keyCommands = family('key', 'API keys of groups and accounts', 'key create --group 6f2b8f5e-… --json', [
  create,
  list,
  limit,
  revoke,
])
