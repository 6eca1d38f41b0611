import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { LogEntry } from '../../access/log-entry.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { appendToLog } from '../../access/store/log-store.js'

/** Logs a change that the signed-in person has made. It is called after the change, before the answer. */
export const logChange = (
  c: Context<ManageEnv>,
  { table }: Pick<ManageDependencies, 'table'>,
  change: Pick<LogEntry, 'action' | 'subject' | 'detail'>,
): Promise<void> => {
  const { owner, person } = c.get('owner')
  const helper = c.get('helper')
  return appendToLog(table, {
    id: randomUUID(),
    owner,
    ...(helper ? { helper: helper.name } : { person }),
    created_date: new Date().toISOString(),
    ...change,
  })
}
