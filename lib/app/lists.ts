import { emailListStore } from '../lists/store/email-list-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

export const emailLists = (service: Service) => emailListStore(partOf(service, table))
