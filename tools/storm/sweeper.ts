import { setTimeout as pause } from 'node:timers/promises'
import { finishDepartures } from '../../lib/merging/store/finish-departures.js'
import { sweep } from '../../lib/app/sequencer.js'
import { openTable } from '../../lib/table/table.js'
import { environment } from '../../lib/runtime/environment.js'
import { departingIn } from '../../lib/app/merging.js'

/*
 * A process that sweeps again and again, as the schedule does, but without a pause that would let the stream do all of
 * the work. What hinders a sweep is written to stderr; the next one tries again.
 */

const PAUSE_MS = 400

const { tableName, dynamodbEndpoint } = environment()
const table = openTable({ tableName, dynamodbEndpoint })

console.log('sweeping')
for (;;) {
  try {
    await sweep(table, new Date())
    await finishDepartures(departingIn(table), new Date())
  } catch (error) {
    console.error(`A sweep failed: ${String(error)}`)
  }
  await pause(PAUSE_MS)
}
