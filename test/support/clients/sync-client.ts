import { PUBLIC_URL, get } from '../service.js'

type Document = Record<string, any>

/** A copy of a collection, by the addresses of its members, and the date of the newest change in it. */
export interface Copy {
  members: Map<string, Document>
  newest: string
}

export const emptyCopy = (): Copy => ({ members: new Map(), newest: '1970-01-01T00:00:00Z' })

/**
 * One run of the sync that docs/api/sync.md describes: reads what was changed since the newest date of the copy.
 * @returns how many changes it has read
 */
export async function syncOnce(copy: Copy, path: string): Promise<number> {
  let next: string | undefined = `${path}?per_page=100&filter=modified_date gt '${copy.newest}'`
  let newest = copy.newest
  let read = 0
  while (next) {
    const { status, body, text } = await get(next)
    if (status !== 200) throw new Error(`The sync was answered ${status}: ${text}`)
    for (const member of Object.values(body._embedded)[0] as Document[]) {
      copy.members.set(member['_links'].self.href, member)
      if (member['modified_date'] > newest) newest = member['modified_date']
      read += 1
    }
    next = body._links.next?.href.slice(PUBLIC_URL.length)
  }
  copy.newest = newest
  return read
}

/** All members of a collection, by their addresses, as its pages show them. */
export async function wholeCollection(path: string): Promise<Map<string, Document>> {
  const members = new Map<string, Document>()
  let next: string | undefined = `${path}?per_page=100`
  while (next) {
    const { body } = await get(next)
    for (const member of Object.values(body._embedded)[0] as Document[]) members.set(member['_links'].self.href, member)
    next = body._links.next?.href.slice(PUBLIC_URL.length)
  }
  return members
}
