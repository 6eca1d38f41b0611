import { invalidPerson } from '../attendances/attendance.js'
import { notFound } from '../runtime/errors.js'
import { requireGroup } from '../access/group.js'
import type { Owner } from '../runtime/owner.js'
import { type Tag, type TagDraft, type Tagging, newTag, newTagging, tagId } from './tag.js'

/** The dependencies of tagging. */
export interface TagDependencies {
  tags: {
    /** @returns the tag that is kept now: the new one, or the one of the same name that was there */
    create(tag: Tag): Promise<Tag>
    /** @throws OsdiError not_found, also for another owner's tag */
    find(owner: Owner, id: string): Promise<Tag>
    /** @returns those of the tags that exist */
    findMany(ids: string[]): Promise<Tag[]>
    /** @returns the tagging that is kept now: the new one, or the one of the same tag and person that was there */
    put(tagging: Tagging): Promise<Tagging>
    /** Removes a tagging. @returns false when it was not there */
    remove(tagging: Pick<Tagging, 'tag' | 'id'>): Promise<boolean>
  }
  /** Whether a person is in an owner's list. */
  hasPerson: (owner: Owner, id: string) => Promise<boolean>
  now: () => Date
}

/**
 * Records a tag of a group; a known name gets the tag that has it.
 * @throws OsdiError invalid for an individual account
 */
export async function recordTag(owner: Owner, draft: TagDraft, { tags, now }: TagDependencies): Promise<Tag> {
  requireGroup(owner, 'Tags')
  return tags.create(newTag(owner, draft, now()))
}

/**
 * Records that a person of the owner's list has a tag. A repeated request gets the existing tagging.
 * @param person as the request's link names it, if it names one
 * @throws OsdiError not_found, also for another owner's tag; invalid when the link names no person in the list
 */
export async function recordTagging(
  owner: Owner,
  tag: string,
  person: string | undefined,
  { tags, hasPerson, now }: TagDependencies,
): Promise<Tagging> {
  const { id } = await tags.find(owner, tag)
  if (person === undefined || !(await hasPerson(owner, person))) throw invalidPerson()
  return tags.put(newTagging(id, person, now()))
}

/**
 * Takes a tag off a person, by the id of the tagging.
 * @throws OsdiError not_found, also for another owner's tag, and for a tagging that was removed before
 */
export async function removeTagging(
  owner: Owner,
  tag: string,
  id: string,
  { tags }: Pick<TagDependencies, 'tags'>,
): Promise<void> {
  await tags.find(owner, tag)
  if (!(await tags.remove({ tag, id }))) throw notFound()
}

/**
 * Adds and removes tags of a person in the owner's list, by name. A name that is to be both added and removed is
 * removed.
 * @returns the names without a tag of the owner, which are skipped
 */
export async function tagPerson(
  owner: Owner,
  person: string,
  addNames: string[],
  removeNames: string[],
  { tags, now }: TagDependencies,
): Promise<string[]> {
  const removed = new Set(removeNames.map((name) => tagId(owner, name)))
  const known = await tags.findMany([...addNames.map((name) => tagId(owner, name)), ...removed])
  await Promise.all(
    known.map(async ({ id }) => {
      const tagging = newTagging(id, person, now())
      await (removed.has(id) ? tags.remove(tagging) : tags.put(tagging))
    }),
  )
  const knownIds = new Set(known.map(({ id }) => id))
  return [...addNames, ...removeNames].filter((name) => !knownIds.has(tagId(owner, name)))
}
