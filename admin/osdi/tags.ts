import { type Tagging, newTagging } from '../../lib/domain/tags/tag.js'
import { recordTag } from '../../lib/domain/tags/record-tag.js'
import { tagStore, taggingsOf } from '../../lib/dynamodb/stores/tags/tag-store.js'
import { idOf, oldestFirst, readAhead } from './collection.js'
import {
  type Importing,
  type KindCounts,
  datesOf,
  importCollection,
  linkedId,
  recordAll,
  refuse,
} from './importing.js'
import { linkedPerson, personOf } from './people.js'
import { type Document, RefusedBySource } from './source.js'
import { OsdiError } from '../../lib/domain/errors.js'

/** Imports tags with the people who have them. @returns how many taggings there are at the service, and here of them */
export async function importTags(importing: Importing): Promise<KindCounts> {
  const lookUp = { type: 'person' as const, idIn: () => undefined }
  await importCollection(importing, { path: 'tags', keysOf: () => [], lookUp }, async (tag) => {
    await tagNamed(importing, String(tag['name']), new Date(datesOf(tag).created_date))
  })
  return importTaggings(importing, 'tags', ({ name }) => String(name), 'taggings')
}

/** Imports lists of people as tags: the email lists here follow from people and events, and no one writes them. */
export const importLists = (importing: Importing): Promise<KindCounts> =>
  importTaggings(importing, 'lists', ({ title, name }) => `List: ${String(title ?? name)}`, 'items')

async function importTaggings(
  importing: Importing,
  path: 'tags' | 'lists',
  nameOf: (document: Document) => string,
  members: 'taggings' | 'items',
): Promise<KindCounts> {
  const counts = { there: 0, here: 0 }
  for await (const page of oldestFirst(importing.source, path, 0))
    for (const document of page.members) {
      const { id } = await tagNamed(importing, nameOf(document), new Date(datesOf(document).created_date))
      const { there, here } = await syncTaggings(importing, id, `${path}/${idOf(document)}`, members).catch(
        (error: unknown) => unlisted(importing, `${path}/${idOf(document)}`, error),
      )
      counts.there += there
      counts.here += here
      importing.report.onProgress(counts.there, counts.there)
    }
  return counts
}

/** A Turnout does not list the people of a very large tag. @throws what is not about this collection */
function unlisted({ report }: Importing, path: string, error: unknown): KindCounts {
  if (!(error instanceof RefusedBySource) || error.status !== 400) throw error
  refuse(report, path, error)
  return { there: 0, here: 0 }
}

/**
 * Gives the people who have a tag at the service the tag here, and takes it off people who got it by an import and do
 * not have it there any more.
 * @param tag its id here
 */
async function syncTaggings(
  importing: Importing,
  tag: string,
  at: string,
  members: 'taggings' | 'items',
): Promise<KindCounts> {
  const { source, stores, system } = importing
  const store = tagStore(stores.table)
  const here = new Map<string, Tagging>()
  for await (const taggings of taggingsOf(stores.table, tag))
    for (const each of taggings) here.set(each.person, each)
  const path = `${at}/${members}`
  const lookUp = { type: 'person' as const, idIn: (member: Document) => linkedPerson(importing, member) }
  const there = new Set<string>()
  let [total, tagged] = [0, 0]
  for await (const page of readAhead(oldestFirst(source, path, 0))) {
    total = page.total
    await recordAll(importing, { path, keysOf: () => [], lookUp }, page.members, async (member, known) => {
      const person = known ?? (await personOf(importing, member))
      if (person === undefined) throw new OsdiError('not_found', 'The service does not have its person')
      tagged += 1
      there.add(person)
      if (here.has(person)) return
      const tagging = newTagging(tag, person, new Date(datesOf(member).created_date))
      await store.put({ ...tagging, imported_from: system })
    })
  }
  for (const tagging of here.values())
    if (
      tagging.imported_from === system &&
      !there.has(tagging.person) &&
      (await isGone(importing, tagging, at))
    )
      await store.remove(tagging)
  return { there: total, here: tagged }
}

/** Whether a person has no such tag at the service. Pages that move while they are read may leave a member out. */
async function isGone(
  { source, stores, system }: Importing,
  { person }: Tagging,
  at: string,
): Promise<boolean> {
  const [found] = await stores.owners.people([person])
  const own = (found?.identifiers ?? []).filter((each) => each.startsWith(`${system}:`))
  for (const identifier of own)
    for await (const { members } of oldestFirst(
      source,
      `people/${identifier.slice(system.length + 1)}/taggings`,
      0,
    ))
      if (members.some((each) => linkedId(each, 'osdi:tag') === at.split('/').at(-1))) return false
  return true
}

const tagNamed = ({ owner, stores }: Importing, name: string, created: Date) =>
  recordTag(
    owner,
    { name },
    {
      tags: tagStore(stores.table),
      hasPerson: () => Promise.resolve(true),
      now: () => created,
    },
  )
