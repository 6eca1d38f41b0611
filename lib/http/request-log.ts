import type { Environment } from '../environment.js'
import type { ApiVersion } from '../hal/version.js'
import { log, metrics } from '../log.js'
import { consumedByProcess } from '../consumed-capacity.js'
import type { Answer } from './answer.js'
import type { GatewayRequest } from './request.js'

/** What is remembered of a request while it is answered. */
export interface Begun {
  at: number
  consumedCapacity: { read: number; write: number }
  cold: boolean
}

let isCold = true

/** Notes the beginning of a request. The first one that a process gets is cold. */
export function begin(): Begun {
  const cold = isCold
  isCold = false
  return { at: performance.now(), consumedCapacity: { ...consumedByProcess }, cold }
}

/** Whether requests are logged, and the stage by which metrics are told apart. */
export type LogSettings = Pick<Environment, 'logsRequests' | 'stage'>

/** How a POST is routed that records an RSVP. */
const RSVP = /^POST .*\/attendances?$/

/**
 * Logs requests, where the settings say so: one line for each, with who asked by ids alone. Neither keys nor bodies nor
 * queries, in which people stand.
 */
export function requestLog({ logsRequests, stage }: LogSettings, version: ApiVersion | undefined) {
  return ({ requestContext, routeKey, principal, attended, begun }: GatewayRequest, answer: Answer) => {
    if (!logsRequests || !begun) return
    const { at, consumedCapacity: spent, cold } = begun
    const isRsvp = answer.statusCode === 200 && RSVP.test(routeKey)
    log({
      level: 'info',
      request_id: requestContext.requestId,
      route: routeKey,
      version: version?.path.split('/').at(-1),
      status: answer.statusCode,
      duration_ms: Math.round((performance.now() - at) * 10) / 10,
      principal: principal?.owner ?? attended?.owner,
      key_id: principal?.key_id,
      read_units: consumedByProcess.read - spent.read,
      write_units: consumedByProcess.write - spent.write,
      cold,
      ...metrics(stage, { ...(isRsvp && { rsvps: 1 }), ...(cold && { cold_starts: 1 }) }),
    })
  }
}
