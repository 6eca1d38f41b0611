import { randomUUID } from 'node:crypto'
import { newAttendance } from '../../lib/attendances/attendance.js'
import { recordEvent } from '../../lib/events/record-event.js'
import { MOST_DATES } from '../../lib/series/repetition.js'
import { recordSeries } from '../../lib/series/make-series.js'
import { endingsOf } from '../../lib/finding/name-entries.js'
import { enteredPerson } from '../../lib/people/person.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { TransactWriteCommand, UpdateCommand } from '../../lib/table/client/commands.js'
import { inParallel, inPieces } from '../../lib/table/in-parallel.js'
import { type NumberedList, lengthOf, lists } from '../../lib/collections/numbered-list.js'
import { cutIntoSegments, putSegment } from '../../lib/collections/segments.js'
import { ownerStore } from '../../lib/app/access.js'
import { entriesOf, letterOf } from '../../lib/finding/store/keep-found.js'
import { type Item, type Table, keyOf } from '../../lib/table/table.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import type { Service } from '../service.js'

/** The sizes of a large owner: people, who all sent an RSVP to one event, and events. */
export interface Sizes {
  people: number
  events: number
}

/** The ids of what an owner has who is filled. */
export interface Filled {
  owner: Owner
  group: string
  /** The event that all people come to, and one of them. */
  event: string
  person: string
  /** A date of a series with as many dates as a series may have. */
  dateOfSeries: string
  /** The campaign of all events. */
  campaign: string
}

const SYLLABLES = ['ka', 'for', 'mi', 'na', 'lo', 'pez', 'sha', 'ri', 'ben', 'to', 'gu', 'yen', 'wal', 'ter']

/** Returns a name that many people have in part. */
const nameOf = (i: number) =>
  [i, i / 14, i / 196, i / 2744].map((each) => SYLLABLES[Math.floor(each) % SYLLABLES.length]).join('')

/**
 * Fills the lists of the demo's group as a rush leaves them: people and their RSVPs in segments, and the indexes by
 * which the interface finds people.
 */
export async function fill({ service, table, demo, gateway }: Service, { people, events }: Sizes): Promise<Filled> {
  const group = demo.group.id
  const owner: Owner = `group:${group}`
  const principal = { ...(await ownerStore(table).principalOf(owner)), key_id: 'none' }
  const made = await inParallel(
    Array.from({ length: events }, (_, i) => i),
    8,
    (i) =>
      recordEvent(
        principal,
        {
          draft: { title: `Event ${i}`, origin_system: 'Bench' },
          made_in_interface: { hidden: false },
          event_campaign_id: demo.event_campaign.id,
        },
        [],
        eventDependencies(service),
      ),
  )
  const { id: event } = made.at(-1) as { id: string }
  const dates = await recordSeries(
    principal,
    randomUUID(),
    {
      draft: { title: 'Every day', origin_system: 'Bench', start_date: { wallClock: '2030-01-01T18:00:00' } },
      made_in_interface: { hidden: false },
    },
    { repeat: { frequency: 'daily', count: MOST_DATES } },
    eventDependencies(service),
  )
  // The first RSVP puts an event among those in which people are sought.
  await gateway.handle({
    method: 'POST',
    path: `/api/v2/events/${event}/attendances`,
    headers: { 'OSDI-API-Token': demo.group.key },
    body: JSON.stringify({ person: { email_addresses: [{ address: 'first@bench.example' }] } }),
  })
  const start = Date.now() - 3_600_000
  const persons = Array.from({ length: people }, (_, i) =>
    enteredPerson(
      {
        id: randomUUID(),
        owner,
        given_name: nameOf(i * 7),
        family_name: nameOf(i),
        email: `${i}@bench.example`,
      },
      new Date(start + i),
    ),
  )
  const attendances = persons.map(({ id: person }, i) =>
    newAttendance(event, person, { referrer_data: { source: `source ${i % 7}` } }, new Date(start + i)),
  )
  const asNew = attendances.map(({ person, created_date }) => ({ person, created_date }))
  const [firstPerson, firstAttendance] = await Promise.all(
    [lists.peopleOf(owner), lists.attendancesOf(event)].map((list) => joined(table, list, people)),
  )
  const segments = [
    [lists.peopleOf(owner), firstPerson] as const,
    [lists.attendancesOf(event), firstAttendance] as const,
  ].flatMap(([list, first = 1]) => cutIntoSegments(list, first, asNew).flatMap((each) => putSegment(table, list, each)))
  const stored = persons.map((each, i) => ({
    ...keyOf.person(each.id),
    ...each,
    numbered: (firstPerson ?? 1) + i,
  }))
  const words = new Set(persons.flatMap(({ given_name, family_name }) => [given_name ?? '', family_name ?? '']))
  await write(table, [
    ...segments.map(({ Put }) => Put?.Item as Item),
    ...stored,
    ...attendances.map((each, i) => ({
      ...keyOf.attendance(each.person, event),
      ...each,
      numbered: (firstAttendance ?? 1) + i,
    })),
    ...stored.flatMap((each) => [
      ...entriesOf(each),
      { ...keyOf.contact(owner, 'email', each.email_addresses[0]?.address ?? ''), person: each.id },
    ]),
    ...[...words].flatMap((word) =>
      endingsOf(word).map((ending) => ({ ...keyOf.nameEnding(owner, letterOf(ending), ending, word) })),
    ),
  ])
  return {
    owner,
    group,
    event,
    campaign: demo.event_campaign.id,
    person: persons.at(-1)?.id ?? '',
    dateOfSeries: dates.events.at(-1) ?? '',
  }
}

/** Lengthens a list by members that are about to be written. @returns the ordinal of the first of them */
async function joined(table: Table, list: NumberedList, members: number): Promise<number> {
  const before = await lengthOf(table, list)
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: list.length,
      UpdateExpression: 'SET #length = :length',
      ExpressionAttributeNames: { '#length': 'length' },
      ExpressionAttributeValues: { ':length': before + members },
    }),
  )
  return before + 1
}

/** Transactions of 100 items are six times as fast as BatchWriteItem where the engine has a file, which it syncs. */
const write = (table: Table, items: Item[]) =>
  inParallel(inPieces(items, 100), 8, (some) =>
    table.client.send(
      new TransactWriteCommand({
        TransactItems: some.map((Item) => ({ Put: { TableName: table.name, Item } })),
      }),
    ),
  )
