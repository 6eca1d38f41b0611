import { setTimeout as pause } from 'node:timers/promises'
import type { AuditCounts } from '../../../lib/app/audit.js'
import { sweep } from '../../../lib/app/sequencer.js'
import { finishDepartures } from '../../../lib/merging/store/finish-departures.js'
import { type Table, openTable } from '../../../lib/table/table.js'
import { departingIn } from '../../../lib/app/merging.js'
import { LOCAL_TABLE } from '../../../local/engine/data.js'
import { admin } from '../fixture.js'

/** The state of the table when nothing waits any more. */
export interface Settled {
  audit: AuditCounts & { violations: string[] }
  faults: string[]
}

/** Crashed processes leave work behind that others take over some seconds later. */
const WITHIN_MS = 30_000

/** Matches what a crash leaves in the index of names, and `repair` removes (lib/finding/README.md). */
const LEFT_BY_CRASH = /has endings of \d+ words in no name/

/** Does what the schedule does each minute, and what it would do in the next two. */
async function workOff(table: Table) {
  await sweep(table, new Date(Date.now() + 1_000))
  await finishDepartures(departingIn(table), new Date(Date.now() + 120_000))
}

/** Sweeps until every member has its ordinal, and audits the table. No fault happens meanwhile. */
export async function settle(engine: string): Promise<Settled> {
  const table = openTable({ tableName: LOCAL_TABLE, dynamodbEndpoint: engine })
  const faults: string[] = []
  let isRepaired = false
  const deadline = Date.now() + WITHIN_MS
  for (;;) {
    const failure = await workOff(table).then(() => undefined, String)
    const audit = (await admin(engine, ['audit', '--json'])) as Settled['audit']
    const { violations } = audit
    if (!isRepaired && violations.length > 0 && violations.every((each) => LEFT_BY_CRASH.test(each))) {
      await admin(engine, ['repair', '--json'])
      isRepaired = true
      continue
    }
    const isLate = Date.now() > deadline
    if (isLate && failure) faults.push(`The sweeper fails in calm weather: ${failure}`)
    if (isLate && audit.pending > 0) faults.push(`${audit.pending} members still have no ordinal`)
    if (isLate || (audit.pending === 0 && !failure)) {
      table.client.destroy()
      return { audit, faults }
    }
    await pause(500)
  }
}
