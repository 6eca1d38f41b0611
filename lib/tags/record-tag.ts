import { invalidPerson } from '../attendances/attendance.js'
import { notFound } from '../runtime/errors.js'
import { requireGroup } from '../access/group.js'
import type { Owner } from '../runtime/owner.js'
import { type Tag, type TagDraft, type Tagging, newTag, newTagging, tagId } from './tag.js'
import { findPresent } from '../people/store/find-people.js'
import type { App } from '../table/app.js'
import { createTag, putTagging, removeTagging } from './store/write-tags.js'
import { findTag, findTags } from './store/tag-store.js'

/**
 * Records a tag of a group; a known name gets the tag that has it.
 * @throws OsdiError invalid for an individual account
 */
export async function recordTag({ table, now }: App, owner: Owner, draft: TagDraft): Promise<Tag> {
  requireGroup(owner, 'Tags')
  return createTag(table, newTag(owner, draft, now()))
}

/**
 * Records that a person of the owner's list has a tag. A repeated request gets the existing tagging.
 * @param person as the request's link names it, if it names one
 * @throws OsdiError not_found, also for another owner's tag; invalid when the link names no person in the list
 */
export async function recordTagging(
  { table, now }: App,
  owner: Owner,
  tag: string,
  person: string | undefined,
): Promise<Tagging> {
  const { id } = await findTag(table, owner, tag)
  if (person === undefined || !(await findPresent(table, owner, person))) throw invalidPerson()
  return putTagging(table, newTagging(id, person, now()))
}

/**
 * Takes a tag off a person, by the id of the tagging.
 * @throws OsdiError not_found, also for another owner's tag, and for a tagging that was removed before
 */
export async function deleteTagging(
  { table }: Pick<App, 'table'>,
  owner: Owner,
  tag: string,
  id: string,
): Promise<void> {
  await findTag(table, owner, tag)
  if (!(await removeTagging(table, { tag, id }))) throw notFound()
}

/**
 * Adds and removes tags of a person in the owner's list, by name. A name that is to be both added and removed is
 * removed.
 * @returns the names without a tag of the owner, which are skipped
 */
export async function tagPerson(
  { table, now }: App,
  owner: Owner,
  person: string,
  addNames: string[],
  removeNames: string[],
): Promise<string[]> {
  const removed = new Set(removeNames.map((name) => tagId(owner, name)))
  const known = await findTags(table, [...addNames.map((name) => tagId(owner, name)), ...removed])
  await Promise.all(
    known.map(async ({ id }) => {
      const tagging = newTagging(id, person, now())
      await (removed.has(id) ? removeTagging(table, tagging) : putTagging(table, tagging))
    }),
  )
  const knownIds = new Set(known.map(({ id }) => id))
  return [...addNames, ...removeNames].filter((name) => !knownIds.has(tagId(owner, name)))
}
