import rooms from './links-of-rooms.json' with { type: 'json' }
import type { Links } from './descriptions/schema.js'

/*
 * Documents of the core link to what rooms add. These links stand in links-of-rooms.json by room, so that they go with
 * the room: a document never leads to an endpoint that is not there.
 */

/** The documents that have links of rooms. */
export type Linking =
  'entry point' | 'events' | 'event' | 'campaign' | 'attendance' | 'public event' | 'page of a guest'

/** The target of a relation. */
export interface RoomLink {
  /** The path, as `Paths` have it. `{self}` is that of the document, `{a.b}` a value of the resource. */
  at: string
  /** A field without which a document has no such link. */
  if?: string
  what: string
  endpoints: string[]
}

type ByRoom = Partial<Record<string, Partial<Record<Linking, Record<string, RoomLink>>>>>

const found = new Map<Linking, [rel: string, link: RoomLink][]>()

/** Returns the links of rooms in a document, by relation. They are looked up once: a page has 25 documents. */
export function linksOfRooms(document: Linking): [rel: string, link: RoomLink][] {
  const known =
    found.get(document) ?? Object.values(rooms as ByRoom).flatMap((room) => Object.entries(room?.[document] ?? {}))
  found.set(document, known)
  return known
}

/** Returns the paths of the links of rooms, by relation. @param self path of the document */
export const pathsOfRooms = (document: Linking, self: string, resource: object = {}): Record<string, string> =>
  Object.fromEntries(
    linksOfRooms(document)
      .filter(([, link]) => link.if === undefined || valueAt(resource, link.if) !== undefined)
      .map(([rel, { at }]) => [
        rel,
        at.replace(/\{([\w.]+)\}/g, (_, name: string) => (name === 'self' ? self : String(valueAt(resource, name)))),
      ]),
  )

/** Describes the links of rooms, as `describeLinks` takes them. */
export const describedLinksOfRooms = (document: Linking): Links =>
  Object.fromEntries(
    linksOfRooms(document).map(([rel, link]) => [
      link.if === undefined ? rel : `${rel}?`,
      [link.what, ...link.endpoints],
    ]),
  )

const valueAt = (resource: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], resource)
