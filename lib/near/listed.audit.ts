import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { OsdiEvent } from '../events/event.js'
import { isA } from '../table/items/items.js'
import { getMany } from '../table/reads.js'
import { listedItems } from './store/listed-items.js'
import { type Item, type Key, type Table, keyIn, keyOf, valueOf } from '../table/table.js'

/** An item of a public list that is not as its event has it. */
export interface ListedFault {
  event: string
  key: Key
  /** The item as it should be; undefined where there should be none. */
  expected: Item | undefined
}

/** Long enough for a change that is being read by half. */
const SETTLING_MS = 300

/** Finds events that public lists lack or show otherwise, and items of lists without their event. */
export async function* listedFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  const suspects = await wronglyListed(table, items)
  if (suspects.length === 0) return
  await sleep(SETTLING_MS)
  const keys = suspects.flatMap(({ event, key }) => [keyOf.event(event), key])
  const again = (await getMany(table, keys, { consistent: true })).filter((item) => item !== undefined)
  for (const { event, key, expected } of await wronglyListed(table, again))
    yield `event:${event} ${expected ? 'is missing or differs' : 'must not be'} in ${key.pk}, ${key.sk}.`
}

/** Returns the items of public lists that are wrong, of the events and the lists among some items. */
async function wronglyListed(table: Table, items: Item[]): Promise<ListedFault[]> {
  const now = Date.now() / 1000
  const events = items.filter((item) => isA('event', item)).map((item) => valueOf<OsdiEvent>(item))
  // DynamoDB removes what has expired some time later.
  const expected = events.flatMap((event) => listedItems(event)).filter((item) => (item['expires'] as number) > now)
  const standing = items.filter(isListed).filter((item) => (item['expires'] as number) > now)
  const [found, owners] = await Promise.all([
    getMany(table, expected.map(keyIn), { consistent: true }),
    getMany(
      table,
      standing.map(({ id }) => keyOf.event(id as string)),
      { consistent: true },
    ),
  ])
  const missing = expected
    .filter((item, i) => !isDeepStrictEqual(found[i], item))
    .map((item) => ({ event: item['id'] as string, key: keyIn(item), expected: item }))
  const stale = standing
    .filter((item, i) => {
      const event = owners[i] && valueOf<OsdiEvent>(owners[i])
      return !event || !listedItems(event).some(({ pk, sk }) => pk === item.pk && sk === item.sk)
    })
    .map((item) => ({ event: item['id'] as string, key: keyIn(item), expected: undefined }))
  return [...missing, ...stale]
}

const isListed = (item: Item) => isA('listedByStart', item) || isA('listedByPlace', item)
