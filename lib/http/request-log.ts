import type { Environment } from '../runtime/environment.js'
import type { ApiVersion } from '../hal/version.js'
import { log, metrics } from '../runtime/log.js'
import { consumedByProcess } from '../runtime/consumed-capacity.js'
import type { Answer } from './answer.js'
import type { GatewayRequest } from './request.js'

/** The start of a request: time, consumed capacity, and whether it is the first of its process. */
export interface RequestTiming {
  at: number
  consumedCapacity: { read: number; write: number }
  cold: boolean
}

let isCold = true

/** Records the start of a request. The first request of a process is cold. */
export function startTiming(): RequestTiming {
  const cold = isCold
  isCold = false
  return { at: performance.now(), consumedCapacity: { ...consumedByProcess }, cold }
}

/** Whether requests are logged, and the stage, which is a dimension of the metrics. */
export type LogSettings = Pick<Environment, 'logsRequests' | 'stage'>

/** Routes of POST that record an RSVP. */
const RSVP = /^POST .*\/attendances?$/

/**
 * Logs one line for each request, if the settings say so. It identifies the caller by ids, and holds no keys, bodies
 * or queries, which may contain personal data.
 */
export function requestLog({ logsRequests, stage }: LogSettings, version: ApiVersion | undefined) {
  return ({ requestContext, routeKey, principal, about, timing }: GatewayRequest, answer: Answer) => {
    if (!logsRequests || !timing) return
    const { at, consumedCapacity: before, cold } = timing
    const isRsvp = answer.statusCode === 200 && RSVP.test(routeKey)
    log({
      level: 'info',
      request_id: requestContext.requestId,
      route: routeKey,
      version: version?.path.split('/').at(-1),
      status: answer.statusCode,
      duration_ms: Math.round((performance.now() - at) * 10) / 10,
      principal: principal?.owner ?? about,
      key_id: principal?.key_id,
      read_units: consumedByProcess.read - before.read,
      write_units: consumedByProcess.write - before.write,
      cold,
      ...metrics(stage, { ...(isRsvp && { rsvps: 1 }), ...(cold && { cold_starts: 1 }) }),
    })
  }
}
