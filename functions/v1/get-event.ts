import { eventResource } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { creatorsAndOrganizers } from '../versioned/embedded-people.js'
import { getEvent } from '../versioned/get-event.js'

export const endpoint = getEvent(v1, { eventResource, findEmbedded: creatorsAndOrganizers })
