import { environment } from '../../lib/environment.js'
import { log, metrics } from '../../lib/log.js'
import { sweepUnnumbered } from '../../lib/service.js'

/** How long the stream has to number a member. */
const GRACE_MS = 60_000

/** Runs by a schedule, and numbers the members that the stream missed. */
export const handler = async (): Promise<void> => {
  const found = await sweepUnnumbered(new Date(Date.now() - GRACE_MS))
  if (found > 0) log({ level: 'warn', message: `The stream missed ${found} members` })
  const { logsRequests, stage } = environment()
  if (logsRequests) log({ level: 'info', ...metrics(stage, { unnumbered_members: found }) })
}
