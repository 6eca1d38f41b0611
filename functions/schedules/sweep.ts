import type { Context } from 'aws-lambda'
import { log, metrics } from '../../lib/runtime/log.js'
import {
  findDue,
  finishDueDepartures,
  forgetDuePeople,
  sweepPending,
  wakeDueWebhooks,
} from '../../lib/app/consumers.js'
import { type Service, partOf } from '../../lib/runtime/service.js'
import { loadKeys } from '../../lib/attendances/links/link-key-store.js'
import { table } from '../../lib/app/endpoint.js'

/** The sweeper leaves members that are pending for less than this to the stream, in milliseconds. */
const GRACE_MS = 60_000

/** Share of the function's time in which no further batch starts, because the last one may take some seconds. */
const RESERVE = 0.2

/**
 * Runs by a schedule. It assigns ordinals to members that the stream missed, as far as its time allows, and wakes what
 * delivers for webhooks with requests that are due again. It finishes merges and erasures that requests under way have
 * outlived (lib/merging/finish-departure.ts), and forgets people where their group wants that
 * (lib/forgetting/forgetting.ts). It also makes the key of self-service links: attendances may be older than that,
 * or written where no link is shown.
 */
export const endpoint =
  (service: Service) =>
  async (_event: unknown, context: Context): Promise<void> => {
    await loadKeys(partOf(service, table))
    const deadline = Date.now() + (1 - RESERVE) * context.getRemainingTimeInMillis()
    const mayBeDue = await findDue(service)
    const before = new Date(Date.now() - GRACE_MS)
    const { found, isComplete } = await sweepPending(service, before, deadline, mayBeDue)
    await wakeDueWebhooks(service, mayBeDue)
    await finishDueDepartures(service, deadline, mayBeDue)
    await forgetDuePeople(service, deadline, mayBeDue)
    if (found > 0) log({ level: 'warn', message: `The stream missed ${found} members${isComplete ? '' : ' and more'}` })
    const { logsRequests, stage } = service.environment
    if (logsRequests) log({ level: 'info', ...metrics(stage, { pending_members: found }) })
  }
