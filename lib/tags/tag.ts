import type { Draft, Stored } from '../fields/field.js'
import { tagNameOf } from '../fields/values.js'
import type { tagFields, taggingFields } from './tag-fields.js'
import { derivedId } from '../fields/identifier.js'
import type { Owner } from '../runtime/owner.js'

/** A tag of a group, by which it sorts its people. Nothing of it ever changes. */
export interface Tag extends Stored<typeof tagFields> {
  /** Follows from owner and name, so that there is one of each name. */
  id: string
  owner: Owner
}

/** The fields of a new tag that callers set. */
export type TagDraft = Draft<typeof tagFields>

/** A tag of a person: one for each person and tag. */
export interface Tagging extends Stored<typeof taggingFields> {
  /** Follows from tag and person. */
  id: string
  tag: string
  person: string
  /** The system of the import that has put it. The next import removes it when it is gone there. */
  imported_from?: string
}

export const tagId = (owner: Owner, name: string) => derivedId('tag', owner, tagNameOf(name))

export const taggingId = (tag: string, person: string) => derivedId('tagging', tag, person)

export function newTag(owner: Owner, { name, origin_system = 'Turnout' }: TagDraft, now: Date): Tag {
  const date = now.toISOString()
  return {
    id: tagId(owner, name),
    owner,
    name: tagNameOf(name),
    origin_system,
    created_date: date,
    modified_date: date,
  }
}

export function newTagging(tag: string, person: string, now: Date): Tagging {
  const date = now.toISOString()
  return { id: taggingId(tag, person), tag, person, created_date: date, modified_date: date }
}
