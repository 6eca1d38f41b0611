import { personResource } from '../../lib/hal/v2/people/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { getPerson } from '../versioned/get-person.js'

export const endpoint = getPerson(v2, personResource)
