import { creatorRoles, readNewEvent, eventResource } from '../../lib/hal/v2/events/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noPeople } from '../versioned/embedded-people.js'
import { createEvent } from '../versioned/create-event.js'

export const endpoint = createEvent(v2, { creatorRoles, readNewEvent, eventResource, findEmbedded: noPeople })
