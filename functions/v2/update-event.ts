import { readEventChange, eventResource } from '../../lib/hal/v2/events/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noPeople } from '../versioned/embedded-people.js'
import { updateEvent } from '../versioned/update-event.js'

export const endpoint = updateEvent(v2, { readEventChange, eventResource, findEmbedded: noPeople })
