import { seriesEdits } from '../series/store/series-edits.js'
import { seriesStore } from '../series/store/series-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { writtenEvents } from './record-events.js'

/** Series that are made and changed here. */
export const series = (service: Service) => ({
  ...seriesStore(partOf(service, table), partOf(service, writtenEvents)),
  ...seriesEdits(partOf(service, table)),
})
