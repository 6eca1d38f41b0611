import { OsdiError } from '../../runtime/errors.js'
import type { RateLimit } from '../../runtime/principal.js'

/** The rest of a limit. */
export interface Allowance {
  limit: RateLimit
  remaining: number
  /** Seconds until all of it is there again. */
  reset: number
  isExceeded: boolean
}

export const tooManyRequests = ({ limit: { requests, seconds }, reset }: Allowance) =>
  new OsdiError(
    'too_many_requests',
    `This API key may make ${requests} requests in ${seconds} seconds; try again in ${reset} seconds`,
    [],
    reset,
  )

const SECONDS = { second: 1, minute: 60, hour: 3600 }

/** Reads `100/minute`, also by `second` or `hour`. @returns undefined for anything else */
export function readRateLimit(text: string): RateLimit | undefined {
  const [, requests = '', unit = ''] = /^([1-9]\d{0,8})\/(second|minute|hour)$/.exec(text) ?? []
  return requests ? { requests: Number(requests), seconds: SECONDS[unit as keyof typeof SECONDS] } : undefined
}
