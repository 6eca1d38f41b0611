import { eventResource } from '../../lib/hal/v2/events/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noPeople } from '../versioned/embedded-people.js'
import { getEvent } from '../versioned/get-event.js'

export const endpoint = getEvent(v2, { eventResource, findEmbedded: noPeople })
