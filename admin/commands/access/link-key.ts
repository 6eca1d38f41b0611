import type { LinkKeys } from '../../../lib/attendances/links/link-token.js'
import { revokeLinkKey, rotateLinkKeys } from '../../../lib/attendances/links/rotate-link-keys.js'
import { type Outcome, command, family } from '../../command.js'
import { orMissing } from '../../errors.js'
import { formatTable } from '../../output/format.js'
import { positiveInteger, required } from '../../options.js'
import { readKeys } from '../../../lib/attendances/links/link-key-store.js'

const list = command({
  name: 'list',
  does: 'List the keys that sign the self-service links of attendances, without the keys themselves',
  example: 'link-key list',
  options: {},
  run: async (_, { open }) => outcomeOf(await readKeys((await open()).table)),
})

const rotate = command({
  name: 'rotate',
  does: 'Make a new key for self-service links; links that were sent before stay valid',
  example: 'link-key rotate',
  options: {},
  run: async (_, { open }) => outcomeOf(await rotateLinkKeys((await open()).table, new Date())),
})

const revoke = command({
  name: 'revoke',
  does: 'Revoke a key: the self-service links that it has signed work nowhere after 60 seconds',
  example: 'link-key revoke 1',
  options: { version: required('<version>', 'version of the key', positiveInteger()) },
  run: async ({ version }, { open }) => {
    const { table } = await open()
    const revoked = revokeLinkKey(table, version, new Date())
    return outcomeOf(await orMissing(revoked, `key of the version ${version}`))
  },
})

function outcomeOf({ current, keys }: LinkKeys): Outcome {
  const rows = Object.entries(keys).map(([version, { created_date }]) => ({
    version: Number(version),
    created_date,
    signs: Number(version) === current,
  }))
  return { json: rows, text: formatTable(rows, 'There are no keys.') }
}

export const linkKeyCommands = family(
  'link-key',
  'The keys that sign the self-service links of attendances',
  'link-key list --json',
  [list, rotate, revoke],
)
