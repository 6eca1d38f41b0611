import { personFilters, personCollection } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { listPeople } from '../versioned/list-people.js'

export const endpoint = listPeople(v1, { personFilters, personCollection })
