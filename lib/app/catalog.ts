import { catalogStore } from '../catalog/store/catalog-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** Everything that readers without a key may find. */
export const publicCatalog = (service: Service) => catalogStore(partOf(service, table))
