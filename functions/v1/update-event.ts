import { readEventChange, eventResource } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { creatorsAndOrganizers } from '../versioned/embedded-people.js'
import { updateEvent } from '../versioned/update-event.js'

export const endpoint = updateEvent(v1, {
  readEventChange,
  eventResource,
  findEmbedded: creatorsAndOrganizers,
})
