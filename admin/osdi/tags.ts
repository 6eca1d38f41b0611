import { type Tagging, newTagging } from '../../lib/tags/tag.js'
import { recordTag } from '../../lib/tags/record-tag.js'
import { tagNameOf } from '../../lib/fields/values.js'
import { taggingsOf } from '../../lib/tags/store/tag-store.js'
import { putTagging, removeTagging } from '../../lib/tags/store/write-tags.js'
import { appOf } from '../../lib/table/app.js'
import { FinalRefusal, type Importing, type KindCounts, datesOf, linkedId, recordAll, save } from './importing.js'
import type { Loss } from './losses.js'
import { linkedPerson, personOf } from './people.js'
import { idOf, membersOf, oldestFirst, readAhead } from './source/collection.js'
import { type Document, RefusedBySource } from './source/source.js'

/** Imports tags with the people who have them. @returns how many taggings there are at the service, and here of them */
export async function importTags(importing: Importing): Promise<KindCounts> {
  return importTaggings(importing, 'tags', ({ name }) => String(name ?? ''), 'taggings')
}

/** Imports lists of people as tags: the email lists here follow from people and events, and no one writes them. */
export const importLists = (importing: Importing): Promise<KindCounts> =>
  importTaggings(importing, 'lists', ({ title, name }) => `List: ${String(title ?? name)}`, 'items')

/** Tags of one name there are one tag here. */
interface TagHere {
  /** Its id here. */
  id: string
  /** The paths of its tags there. */
  paths: string[]
}

async function importTaggings(
  importing: Importing,
  path: 'tags' | 'lists',
  nameOf: (document: Document) => string,
  members: 'taggings' | 'items',
): Promise<KindCounts> {
  const counts = { there: 0, here: 0 }
  const tags = new Map<string, TagHere>()
  const collection = { kind: 'tags' as const, path, keysOf: () => ['tag'], lookUp: NOT_LOOKED_UP }
  for await (const page of oldestFirst(importing.source, path, 0))
    await recordAll(importing, collection, page.members, async (document) => {
      const { name, losses } = tagNameIn(nameOf(document))
      const { id } = await tagNamed(importing, name, new Date(datesOf(document).created_date))
      const tag = tags.get(id) ?? { id, paths: [] }
      tags.set(id, { id, paths: [...tag.paths, `${path}/${idOf(document)}`] })
      return { did: 'unchanged', losses }
    })
  for (const tag of tags.values()) {
    const { there, here } = await syncTaggings(importing, tag, members).catch((error: unknown) =>
      unlisted(importing, tag.paths[0] as string, error),
    )
    counts.there += there
    counts.here += here
    importing.report.onProgress(counts.there, counts.there)
  }
  return counts
}

const NOT_LOOKED_UP = { type: 'person' as const, idIn: () => undefined }

const LONGEST_NAME = 255

function tagNameIn(text: string): { name: string; losses: Loss[] } {
  const name = tagNameOf(text)
  if (name === '') return { name: 'Untitled', losses: [{ field: 'name', why: 'It has no name there.' }] }
  if (name.length <= LONGEST_NAME) return { name, losses: [] }
  const cut = tagNameOf(name.slice(0, LONGEST_NAME).toWellFormed())
  return { name: cut, losses: [{ field: 'name', why: `The name is cut after ${LONGEST_NAME} characters.` }] }
}

/** A Turnout does not list the people of a very large tag. @throws what is not about this collection */
function unlisted({ deviations }: Importing, path: string, error: unknown): KindCounts {
  if (!(error instanceof RefusedBySource) || error.status !== 400) throw error
  deviations.settle('collections', path, { what: 'refused', why: error.message })
  return { there: 0, here: 0 }
}

/**
 * Gives the people who have a tag at the service the tag here, and takes it off people who got it by an import and do
 * not have it there any more.
 */
async function syncTaggings(importing: Importing, tag: TagHere, members: 'taggings' | 'items'): Promise<KindCounts> {
  const { source, stores, system, file, isTurnout } = importing
  const synced = (file.progress.tags ??= {})
  const before = synced[tag.id]
  const seen = isTurnout ? undefined : await lookOf(importing, tag, members)
  if (before && before.look === seen) return before
  const here = new Map<string, Tagging>()
  for await (const taggings of taggingsOf(stores.table, tag.id))
    for (const each of taggings) here.set(each.person, each)
  const lookUp = { type: 'person' as const, idIn: (member: Document) => linkedPerson(importing, member) }
  const there = new Set<string>()
  let [total, tagged] = [0, 0]
  for (const at of tag.paths) {
    const collection = { kind: 'taggings' as const, path: `${at}/${members}`, keysOf: () => [], lookUp }
    let ofTag = 0
    for await (const page of readAhead(oldestFirst(source, collection.path, 0))) {
      ofTag = page.total
      await recordAll(importing, collection, page.members, async (member, known) => {
        const person = known ?? (await personOf(importing, member))
        if (person === undefined) throw new FinalRefusal('The service does not have its person')
        tagged += 1
        const isKnown = here.has(person) || there.has(person)
        there.add(person)
        if (isKnown) return { did: 'unchanged' }
        const tagging = newTagging(tag.id, person, new Date(datesOf(member).created_date))
        await putTagging(stores.table, { ...tagging, imported_from: system })
        return { did: 'new' }
      })
    }
    total += ofTag
  }
  for (const tagging of here.values())
    if (tagging.imported_from === system && !there.has(tagging.person) && (await isGone(importing, tagging, tag.paths)))
      await removeTagging(stores.table, tagging)
  const counts = { there: total, here: tagged }
  if (seen !== undefined) synced[tag.id] = { ...counts, look: seen }
  await save(importing)
  return counts
}

/**
 * A summary of the taggings of a tag. Taggings are listed by their creation, so where the total, the first and the last
 * one are the same, all are.
 */
async function lookOf({ source }: Importing, { paths }: TagHere, members: string): Promise<string> {
  const looks: string[] = []
  for (const path of paths) {
    const read = (page: number) => source.get(`${path}/${members}?page=${page}&per_page=100`)
    const first = await read(1)
    const pages = Number(first?.['total_pages'] ?? 1)
    const last = pages > 1 ? await read(pages) : first
    const ends = [membersOf(first)[0], membersOf(last).at(-1)].map((each) => each && idOf(each))
    looks.push([path, first?.['total_records'], ...ends].join(' '))
  }
  return looks.join(', ')
}

/** Whether a person has no such tag at the service. Pages that move while they are read may leave a member out. */
async function isGone({ source, stores, system }: Importing, { person }: Tagging, paths: string[]): Promise<boolean> {
  const [found] = await stores.owners.people([person])
  const own = (found?.identifiers ?? []).filter((each) => each.startsWith(`${system}:`))
  const ids = paths.map((path) => path.split('/').at(-1))
  for (const identifier of own)
    for await (const { members } of oldestFirst(source, `people/${identifier.slice(system.length + 1)}/taggings`, 0))
      if (members.some((each) => ids.includes(linkedId(each, 'osdi:tag')))) return false
  return true
}

const tagNamed = ({ owner, stores, site }: Importing, name: string, created: Date) =>
  recordTag({ ...appOf(stores.table, site), now: () => created }, owner, { name })
