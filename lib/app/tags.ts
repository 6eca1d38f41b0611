import type { TagDependencies } from '../tags/record-tag.js'
import { personStore } from '../people/store/person-store.js'
import { tagStore } from '../tags/store/tag-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

export const tags = (service: Service) => tagStore(partOf(service, table))

/** The dependencies of tagging. */
export function tagDependencies(service: Service): TagDependencies {
  const store = personStore(partOf(service, table))
  return {
    tags: partOf(service, tags),
    hasPerson: async (owner, id) => (await store.findPresent(owner, id)) !== undefined,
    now: () => new Date(),
  }
}
