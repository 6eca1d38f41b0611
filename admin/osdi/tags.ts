import { newTagging } from '../../lib/domain/tag.js'
import { recordTag } from '../../lib/domain/record-tag.js'
import { OsdiError } from '../../lib/domain/errors.js'
import { tagStore } from '../../lib/dynamodb/stores/tag-store.js'
import { idOf, oldestFirst } from './collection.js'
import { type Importing, datesOf, importCollection } from './importing.js'
import { personOf } from './people.js'
import type { Document } from './source.js'

/** Imports tags with the people who have them. */
export async function importTags(importing: Importing): Promise<void> {
  await importCollection(importing, { name: 'tags', path: 'tags', keysOf: () => [] }, async (tag) => {
    await tagNamed(importing, String(tag['name']), new Date(datesOf(tag).created_date))
  })
  await taggingsOf(importing, 'tags', ({ name }) => String(name), 'taggings')
}

/** Imports lists of people as tags: the email lists here follow from people and events, and no one writes them. */
export const importLists = (importing: Importing): Promise<void> =>
  taggingsOf(importing, 'lists', ({ title, name }) => `List: ${String(title ?? name)}`, 'items')

async function taggingsOf(
  importing: Importing,
  path: 'tags' | 'lists',
  nameOf: (document: Document) => string,
  members: 'taggings' | 'items',
): Promise<void> {
  const store = tagStore(importing.stores.table)
  for await (const page of oldestFirst(importing.source, path, 0))
    for (const document of page.members) {
      const { id } = await tagNamed(importing, nameOf(document), new Date(datesOf(document).created_date))
      const at = `${path}/${idOf(document)}/${members}`
      await importCollection(importing, { name: at, path: at, keysOf: () => [] }, async (member) => {
        const person = await personOf(importing, member)
        if (person === undefined) throw new OsdiError('not_found', 'The service does not have its person')
        await store.put(newTagging(id, person, new Date(datesOf(member).created_date)))
      })
    }
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
