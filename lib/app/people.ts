import { customFieldStore } from '../people/store/custom-field-store.js'
import { personStore } from '../people/store/person-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

export const people = (service: Service) => personStore(partOf(service, table))

export const customFields = (service: Service) => customFieldStore(partOf(service, table))
