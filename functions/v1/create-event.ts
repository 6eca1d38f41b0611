import { creatorRoles, readNewEvent, eventResource } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { creatorsAndOrganizers } from '../versioned/embedded-people.js'
import { createEvent } from '../versioned/create-event.js'

export const endpoint = createEvent(v1, {
  creatorRoles,
  readNewEvent,
  eventResource,
  findEmbedded: creatorsAndOrganizers,
})
