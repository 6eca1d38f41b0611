import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readShown } from '../../collections/read-page.js'
import type { Table } from '../../table/table.js'
import { cachedIfPopular } from '../../table/ttl-cache.js'

/** Lists the groups of the installation for the sitemap. */
export interface IndexedGroups {
  /** Returns the number of parts; 1 where there is no group yet. */
  countParts(): Promise<number>
  /** Returns the ids of the groups of a part, the oldest first; undefined where there is no such part. */
  readPart(part: number): Promise<string[] | undefined>
}

/** Groups of a part: a reader without a key has some hundred items read, however many groups there are. */
const PART = 200

export function indexedGroups(table: Table, perPart = PART): IndexedGroups {
  const countParts = cachedIfPopular(async () =>
    Math.max(1, Math.ceil((await lengthOf(table, lists.groups)) / perPart)),
  )
  const load = cachedIfPopular(async (part) => {
    const [first, length] = [(Number(part) - 1) * perPart + 1, await lengthOf(table, lists.groups)]
    if (first > Math.max(1, length)) return undefined
    const groups = await readShown(table, lists.groups, first, Math.min(length, first + perPart - 1))
    return groups.map(({ id }) => id as string).reverse()
  })
  return {
    countParts: () => countParts(''),
    readPart: async (part) => (part < 1 ? undefined : load(String(part))),
  }
}
