import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand } from '../lib/table/client/commands.js'
import { randomUUID } from 'node:crypto'
import type { OsdiEvent } from '../lib/events/event.js'
import { eventFields } from '../lib/events/event-fields.js'
import { namedFilters, ownNames } from '../lib/fields/vocabulary.js'
import type { Owner } from '../lib/runtime/owner.js'
import { readFilter } from '../lib/fields/read-filter.js'
import { changeOf } from '../lib/collections/search/changes.js'
import { eventStore } from '../lib/app/event-store.js'
import { lists, positionAt } from '../lib/collections/numbered-list.js'
import { type Table, keyOf, openTable } from '../lib/table/table.js'
import { startEngine } from '../local/engine/engine.js'
import { tableDefinition } from '../local/engine/table.js'
import type { Row } from './print-table.js'

/** One of this many events was changed after its creation. */
const CHANGED_EVERY = 50
const MINUTE_MS = 60_000

/**
 * Measures reads of filters, for owners with few and with many events. A filter with an index costs only its results.
 * The table has no stream, because the embedded engine would take hours to write this many events.
 */
export async function measureFilters(lengths: number[]): Promise<Row[]> {
  const engine = await startEngine()
  const { create } = await tableDefinition(`filters-${randomUUID()}`)
  const client = new DynamoDBClient({ endpoint: engine.endpoint })
  await client.send(new CreateTableCommand({ ...create, StreamSpecification: undefined }))
  const table = openTable({ tableName: create.TableName as string, dynamodbEndpoint: engine.endpoint })
  const rows: Row[] = []
  for (const length of lengths) {
    const owner: Owner = `group:${randomUUID()}`
    await fill(table, owner, length)
    rows.push(...(await measure(table, owner, length)))
  }
  await engine.stop()
  return rows
}

/** An event a minute, the last one an hour ago; each starts ten days after it was made. */
const HOUR_AGO = Date.now() - 60 * MINUTE_MS
const createdAt = (ordinal: number, length: number) => HOUR_AGO - (length - ordinal) * MINUTE_MS
const iso = (time: number) => new Date(time).toISOString()

async function measure(table: Table, owner: Owner, length: number): Promise<Row[]> {
  const events = eventStore(table)
  const fields = namedFilters<OsdiEvent>(ownNames(eventFields), { nativePrefix: 'service' })
  const of = async (what: string, filter: string) => {
    const before = { ...table.consumedCapacity }
    const { total_records } = await events.list(owner, { page: 1, per_page: 25 }, readFilter(filter, fields))
    const { read, requests } = table.consumedCapacity
    return {
      filter: what,
      'events of the owner': length,
      found: total_records,
      'read units': read - before.read,
      requests: requests - before.requests,
      budget: '-',
    }
  }
  const newest = createdAt(length, length)
  return [
    await of('identifier eq', `identifier eq 'bench:${owner}-7'`),
    await of('modified_date gt, nothing new', `modified_date gt '${iso(newest + MINUTE_MS)}'`),
    await of('modified_date gt, the last 20 minutes', `modified_date gt '${iso(newest - 20 * MINUTE_MS)}'`),
    await of('modified_date gt, the last 500 minutes', `modified_date gt '${iso(newest - 500 * MINUTE_MS)}'`),
    await of('start_date gt, the last 20', `start_date gt '${iso(newest + (14_400 - 20) * MINUTE_MS)}'`),
    await of('start_date gt, the last 500', `start_date gt '${iso(newest + (14_400 - 500) * MINUTE_MS)}'`),
    ...(length <= 1_000 ? [await of('title eq, which reads everything', "title eq 'Event 7'")] : []),
  ]
}

/** Gives an owner events that differ in their dates alone. */
async function fill(table: Table, owner: Owner, length: number): Promise<void> {
  const list = lists.eventsOf(owner)
  const ordinals = Array.from({ length }, (_, i) => i + 1)
  const writers = Array.from({ length: 4 }, async () => {
    for (let batch = ordinals.splice(0, 25); batch.length > 0; batch = ordinals.splice(0, 25))
      await write(
        table,
        batch.map((ordinal) => eventAt(owner, ordinal, length)),
      )
  })
  await Promise.all(writers)
  await write(table, [
    { ...list.length, length },
    {
      ...keyOf.identifier('event', `bench:${owner}-7`),
      identifier: `bench:${owner}-7`,
      holder: `event:${idOf(owner, 7)}`,
    },
  ])
}

const idOf = (owner: Owner, ordinal: number) =>
  `${owner.slice(-36, -12)}${String(ordinal).padStart(12, '0')}`.replace(/^./, (ordinal % 16).toString(16))

function eventAt(owner: Owner, ordinal: number, length: number) {
  const list = lists.eventsOf(owner)
  const created = createdAt(ordinal, length)
  const isChanged = ordinal % CHANGED_EVERY === 0
  const event = {
    id: idOf(owner, ordinal),
    owner,
    identifiers: ordinal === 7 ? [`bench:${owner}-7`] : [],
    title: `Event ${ordinal}`,
    origin_system: 'Bench',
    description: 'A small event. '.repeat(15),
    start_date: iso(created + 14_400 * MINUTE_MS).slice(0, 19),
    start_date_utc: iso(created + 14_400 * MINUTE_MS),
    created_date: iso(created),
    modified_date: iso(created + (isChanged ? 1_000 : 0)),
    revision: isChanged ? 2 : 1,
  }
  return {
    ...event,
    ...keyOf.event(event.id),
    ...positionAt(list, ordinal),
    ...(isChanged && changeOf(list, event)),
  }
}

const write = (table: Table, items: object[]) =>
  table.client.send(
    new BatchWriteCommand({
      RequestItems: { [table.name]: items.map((Item) => ({ PutRequest: { Item } })) },
    }),
  )
