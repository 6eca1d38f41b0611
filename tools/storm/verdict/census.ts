import type { Client } from '../calls/client.js'
import { PUBLIC_URL } from '../processes.js'
import type { SyncReader } from '../calls/sync-reader.js'
import { attendanceTrace, eventTrace, identifierTrace, personTrace, tagTrace, taggingTrace } from './traces.js'
import { type Fixture, pathOfDocument, succeed } from '../fixture.js'

/** The data after the storm. */
export interface Census {
  /** Number of times each trace was found. */
  counts: Map<string, number>
  /** Faults of the collections themselves, one sentence each. */
  faults: string[]
}

type Document = any

/** Reads every collection of the group from its first page to its last, and counts what is in them. */
export async function takeCensus(client: Client, { tags }: Fixture, readers: SyncReader[]): Promise<Census> {
  const counts = new Map<string, number>()
  const faults: string[] = []
  const count = ({ name }: { name: string }) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const list = (path: string) => wholeCollection(client, path, faults)

  const people = await list('/api/v2/people')
  const contacts = new Map(people.map((person) => [pathOfDocument(person), contactsOf(person)]))
  for (const contact of [...contacts.values()].flat()) count(personTrace(contact))
  const contactsAt = (member: Document, of: string): string[] => {
    const path = pathOfLink(member, 'osdi:person')
    const found = contacts.get(path)
    if (!found) faults.push(`${of} shows ${path}, who is not among the people`)
    return found ?? []
  }

  const events = await list('/api/v2/events')
  const attendances: Document[] = []
  for (const event of events) {
    const path = pathOfDocument(event)
    count(eventTrace(event.title as string))
    for (const identifier of event.identifiers as string[]) count(identifierTrace(path, identifier))
    const attended = await list(`${path}/attendances`)
    const accepted = attended.filter(({ status }) => status === 'accepted').length
    if (accepted !== event.total_accepted)
      faults.push(`${path} has total_accepted ${event.total_accepted} and ${accepted} accepted attendances`)
    for (const each of attended) for (const contact of contactsAt(each, path)) count(attendanceTrace(path, contact))
    attendances.push(...attended)
  }

  for (const tag of await list('/api/v2/tags')) count(tagTrace(tag.name as string))
  for (const { id, name } of tags)
    for (const tagging of await list(`/api/v2/tags/${id}/taggings`))
      for (const contact of contactsAt(tagging, name)) count(taggingTrace(name, contact))

  for (const reader of readers) {
    const members = [...people, ...events, ...attendances].filter((each) =>
      new RegExp(`^${reader.collection}/[^/]+$`).test(pathOfDocument(each)),
    )
    faults.push(...differences(reader, members))
  }
  return { counts, faults }
}

/** Returns the differences between a copy and its collection: members that it lacks or has in another state. */
function differences({ collection, copy }: SyncReader, members: Document[]): string[] {
  const dates = new Map(members.map((member) => [pathOfDocument(member), member.modified_date as string]))
  const lacking = [...dates].filter(([path, date]) => copy.get(path) !== date)
  const surplus = [...copy.keys()].filter((path) => !dates.has(path))
  return [
    ...lacking.map(
      ([path, date]) => `The sync of ${collection} has ${path} of ${copy.get(path) ?? 'never'}, not ${date}`,
    ),
    ...surplus.map((path) => `The sync of ${collection} has ${path}, which the collection has not`),
  ]
}

/** All members of a collection. What its pages say about themselves has to be true. */
async function wholeCollection(client: Client, path: string, faults: string[]): Promise<Document[]> {
  const members: Document[] = []
  let total = 0
  for (let next: string | undefined = `${path}?per_page=100`; next;) {
    const { body }: { body: Document } = await succeed(client, { method: 'GET', path: next })
    members.push(...(Object.values(body._embedded as object)[0] as Document[]))
    total = body.total_records as number
    next = (body._links.next?.href as string | undefined)?.slice(PUBLIC_URL.length)
  }
  const addresses = new Set(members.map(pathOfDocument))
  if (members.length !== total) faults.push(`${path} has total_records ${total} and ${members.length} members`)
  if (addresses.size !== members.length) faults.push(`${path} shows ${members.length - addresses.size} members twice`)
  return members
}

const contactsOf = ({ email_addresses = [], phone_numbers = [] }: Document): string[] => [
  ...email_addresses.map(({ address }: Document) => address as string),
  ...phone_numbers.map(({ number }: Document) => number as string),
]

const pathOfLink = (document: Document, rel: string): string =>
  (document._links[rel].href as string).slice(PUBLIC_URL.length)
