import type { OsdiEvent } from '../../lib/events/event.js'
import type { Filters } from '../../lib/hal/document.js'
import type { EventCollection } from '../../lib/events/documents/event.js'
import {
  eventCollection as v1EventCollection,
  eventFilters as v1EventFilters,
} from '../../lib/events/documents/event.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  eventCollection as v2EventCollection,
  eventFilters as v2EventFilters,
} from '../../lib/events/documents/event.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { type FindEmbedded, creatorsAndOrganizers, noPeople } from './embedded-people.js'

/** A version's pages of events. */
export interface EventDocuments {
  version: ApiVersion
  eventFilters: Filters<OsdiEvent>
  eventCollection: EventCollection
  findEmbedded: FindEmbedded
}

export const v1Events: EventDocuments = {
  version: v1,
  eventFilters: v1EventFilters,
  eventCollection: v1EventCollection,
  findEmbedded: creatorsAndOrganizers,
}

export const v2Events: EventDocuments = {
  version: v2,
  eventFilters: v2EventFilters,
  eventCollection: v2EventCollection,
  findEmbedded: noPeople,
}
