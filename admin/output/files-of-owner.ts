import { EXPORT_PREFIX } from '../../lib/csv/export-prefix.js'
import { listOf } from '../../lib/csv/list-in-cell.js'
import { csvRow } from '../../lib/csv/row.js'
import { timeZoneOf } from '../../lib/fields/time-zone.js'
import { peopleThere } from '../../lib/attendances/arrival.js'
import { standingOf } from '../../lib/attendances/attendance.js'
import type { Owner } from '../../lib/runtime/owner.js'
import type { Page, PageRequest } from '../../lib/fields/page.js'
import type { Person } from '../../lib/people/person.js'
import { taggingsOf, listTags } from '../../lib/tags/store/tag-store.js'
import type { Stores } from '../stores.js'
import { wholeList } from '../whole-list.js'
import { listPeople } from '../../lib/people/store/list-people.js'
import { findPeople } from '../../lib/people/store/find-people.js'
import { listAttendances } from '../../lib/attendances/store/read-attendances.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

/*
 * The data of an owner as files with the headings that Action Network's upload, spreadsheets and `import csv` know. Of
 * the people, only names of custom fields and tags are kept in memory.
 */

const PER_PAGE = 100

/** Columns of custom fields. A file that `import csv` reads has at most 200 columns. */
const MOST_CUSTOM_FIELDS = 150

type Rows = AsyncIterable<string>

/** Returns the rows of each file, headings first. */
export async function filesOf(
  stores: Stores,
  owner: Owner,
): Promise<Record<'people' | 'events' | 'attendances', Rows>> {
  const allPeople = () => members((page) => listPeople(stores.table, owner, page))
  return {
    people: peopleRows(allPeople, await tagsByPerson(stores, owner)),
    events: eventRows(stores, owner),
    attendances: attendanceRows(stores, owner),
  }
}

/** The identifiers of a record, with its own as one of another system: they find it again after an import. */
const identifiersOf = ({ id, identifiers }: { id: string; identifiers: string[] }) =>
  [`${EXPORT_PREFIX}${id}`, ...identifiers].join('; ')

const PERSON_HEADINGS = ['email', 'first_name', 'last_name', 'phone', 'address', 'city', 'state']
const MORE_OF_PERSON = ['zip_code', 'country', 'language', 'email_status', 'phone_status', 'tags', 'identifiers']

async function* peopleRows(people: () => AsyncGenerator<Person>, tags: Map<string, string[]>) {
  const names = new Set<string>()
  for await (const { custom_fields } of people())
    for (const name of Object.keys(custom_fields)) if (names.size < MOST_CUSTOM_FIELDS) names.add(name)
  yield csvRow([...PERSON_HEADINGS, ...MORE_OF_PERSON, ...names])
  for await (const person of people()) {
    if (person.erased_date !== undefined) continue
    const [home] = person.postal_addresses
    yield csvRow([
      ...namesOf(person),
      home?.address_lines?.[0] ?? '',
      home?.locality ?? '',
      home?.region ?? '',
      home?.postal_code ?? '',
      home?.country ?? '',
      person.languages_spoken.join('; '),
      person.email_addresses[0]?.status ?? '',
      person.phone_numbers[0]?.status ?? '',
      listOf(tags.get(person.id) ?? []),
      identifiersOf(person),
      ...[...names].map((name) => person.custom_fields[name] ?? ''),
    ])
  }
}

const namesOf = (person: Person | undefined) => [
  person?.email_addresses[0]?.address ?? '',
  person?.given_name ?? '',
  person?.family_name ?? '',
  person?.phone_numbers[0]?.number ?? '',
]

async function tagsByPerson({ table }: Stores, owner: Owner): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { id, name } of await wholeList((page) => listTags(table, owner, page)))
    for await (const taggings of taggingsOf(table, id))
      for (const { person } of taggings) found.set(person, [...(found.get(person) ?? []), name])
  return found
}

const EVENT_HEADINGS = [
  'title',
  'administrative_name',
  'start_date',
  'end_date',
  'timezone',
  'venue',
  'address',
  'city',
  'state',
  'zip_code',
  'country',
  'description',
  'instructions',
  'url',
  'status',
  'identifiers',
]

async function* eventRows({ events }: Stores, owner: Owner) {
  yield csvRow(EVENT_HEADINGS)
  for await (const event of members((page) => events.list(owner, page))) {
    const { location } = event
    yield csvRow([
      event.title,
      event.name ?? '',
      forSheets(event.start_date),
      forSheets(event.end_date),
      timeZoneOf(event) ?? '',
      location.venue ?? '',
      location.address_lines?.[0] ?? '',
      location.locality ?? '',
      location.region,
      location.postal_code ?? '',
      location.country,
      event.description ?? '',
      event.instructions ?? '',
      event.browser_url ?? '',
      event.status ?? 'confirmed',
      identifiersOf(event),
    ])
  }
}

const forSheets = (date: string | undefined) => date?.replace('T', ' ') ?? ''

const ATTENDANCE_HEADINGS = [
  'event_identifier',
  'event_title',
  'email',
  'first_name',
  'last_name',
  'phone',
  'status',
  'attended',
  'guests',
  'people_there',
  'created_date',
  'identifiers',
]

async function* attendanceRows({ table, events }: Stores, owner: Owner) {
  yield csvRow(ATTENDANCE_HEADINGS)
  const attended = { table, reactions: attendanceReactions }
  // As many as the event counts when it is read: the lengths of its list need not be read again for each page.
  for await (const event of members((page) => events.list(owner, page)))
    for await (const page of pages((request) =>
      listAttendances(attended, event.id, request, [], event.total_attendances),
    )) {
      const found = await findPeople(
        table,
        owner,
        page.map(({ person }) => person),
      )
      for (const attendance of page.filter(({ merged_into }) => merged_into === undefined))
        yield csvRow([
          `${EXPORT_PREFIX}${event.id}`,
          event.title,
          ...namesOf(found.get(attendance.person)),
          standingOf(attendance) === 'tentative' ? 'waiting list' : standingOf(attendance),
          attendance.attended ? 'yes' : 'no',
          String(attendance.guests ?? 0),
          String(peopleThere(attendance)),
          attendance.created_date,
          identifiersOf(attendance),
        ])
    }
}

/** Reads a list, newest first. A member that joins meanwhile moves others to later pages, where they come once. */
async function* members<Member extends { id: string }>(
  read: (request: PageRequest) => Promise<Page<Member>>,
): AsyncGenerator<Member> {
  for await (const page of pages(read)) yield* page
}

async function* pages<Member extends { id: string }>(read: (request: PageRequest) => Promise<Page<Member>>) {
  let before = new Set<string>()
  for (let page = 1, more = true; more; page++) {
    const { members, total_records } = await read({ page, per_page: PER_PAGE })
    yield members.filter(({ id }) => !before.has(id))
    before = new Set(members.map(({ id }) => id))
    more = page * PER_PAGE < total_records
  }
}
