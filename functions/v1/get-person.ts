import { personResource } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { getPerson } from '../versioned/get-person.js'

export const endpoint = getPerson(v1, personResource)
