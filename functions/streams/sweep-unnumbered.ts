import { sweep } from '../../lib/dynamodb/lists/numbering.js'
import { environment } from '../../lib/environment.js'
import { log, metrics } from '../../lib/log.js'
import { table } from '../../lib/service.js'

/** So long the stream has time to number a member. */
const GRACE_MS = 60_000

/** Runs by a schedule, and numbers the members that the stream missed. */
export const handler = async (): Promise<void> => {
  const found = await sweep(table, new Date(Date.now() - GRACE_MS))
  if (found > 0) log({ level: 'warn', message: `The stream missed ${found} members` })
  const { logsRequests, stage } = environment()
  if (logsRequests) log({ level: 'info', ...metrics(stage, { unnumbered_members: found }) })
}
