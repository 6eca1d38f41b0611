import { eventFilters, eventCollection } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { creatorsAndOrganizers } from '../versioned/embedded-people.js'
import { listEvents } from '../versioned/list-events.js'

export const endpoint = listEvents(v1, { eventFilters, eventCollection, findEmbedded: creatorsAndOrganizers })
