import { openGate } from '../attendances/store/gate.js'
import type { Attended } from '../attendances/store/read-attendances.js'
import { type Service, partOf } from '../runtime/service.js'
import { withPositions } from '../seats/store/waiting-list.js'
import { table } from '../table/table.js'

/** The context of functions that only read attendances. */
export const attended = (service: Service): Attended => ({
  table: partOf(service, table),
  reactions: {
    gate: {
      ...openGate,
      withPositions,
    },
  },
})
