import { personFilters, personCollection } from '../../lib/hal/v2/people/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { listPeople } from '../versioned/list-people.js'

export const endpoint = listPeople(v2, { personFilters, personCollection })
