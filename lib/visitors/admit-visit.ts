import { OsdiError } from '../runtime/errors.js'
import type { CalmRates } from '../access/owner-settings.js'
import type { RateStore } from '../http/state/rate-store.js'
import type { App } from '../table/app.js'
import type { challengesOf } from './challenges.js'

/** An RSVP of a visitor, before anything of it is read. */
export interface Visit {
  event: string
  /** The network that it comes from, in a form that identifies it and does not show it. */
  network: string
  /** The solution of an earlier challenge, as it was sent. */
  solution?: string | undefined
  /** Whether something is filled in that people do not see. */
  isSuspicious: boolean
}

/** A puzzle that costs a browser a moment, and a script as much for every RSVP. */
export type Challenge = Record<string, unknown>

/** The context of admitting visits: what a process remembers of them. */
export interface Visits extends Pick<App, 'now'> {
  /** Processes may count a little more than there are. */
  attempts: RateStore
  challenges: ReturnType<typeof challengesOf>
}

/** The work grows with the rate, up to this factor. A phone then takes some seconds for it. */
const MOST_DIFFICULT = 8

const MINUTE = 60

/** The answer has the challenge. Its code is that of other limits: after a minute, the request may pass without it. */
class ChallengeRequired extends OsdiError {
  constructor(
    challenge: Challenge,
    seconds: number,
    override readonly more = { challenge },
  ) {
    const description = `Solve the challenge, or try again in ${seconds} seconds`
    const fault = { error_code: 'challenge_required', description, properties: ['altcha'] }
    super('too_many_requests', `Many RSVPs come in at this moment. ${description}`, [fault], seconds)
  }
}

/**
 * Admits an RSVP of a visitor. Up to the calm rates of its network and its event, nothing else is needed; beyond them,
 * and for suspicious visits, the solution of a challenge. A visit is never refused for good.
 * @param dates the events of a visit to a series, each of which counts as an RSVP
 * @throws OsdiError too_many_requests, with a challenge
 */
export async function admitVisit(
  { attempts, challenges, now }: Visits,
  { event, network, solution, isSuspicious }: Visit,
  rates: CalmRates,
  dates: string[] = [event],
): Promise<void> {
  if (solution && (await challenges.accept(event, solution))) return
  const counts = await Promise.all(
    dates.flatMap((date) => [
      excessOf(attempts, network, rates.rsvps_per_network, now()),
      excessOf(attempts, date, rates.rsvps_per_event, now()),
    ]),
  )
  const excess = Math.max(...counts.map((each) => each.excess))
  if (excess <= 1 && !isSuspicious) return
  const difficulty = Math.min(MOST_DIFFICULT, Math.ceil(excess))
  const seconds = Math.max(...counts.map(({ reset }) => reset))
  throw new ChallengeRequired(await challenges.issue(event, difficulty), seconds)
}

/** The ratio of the visits of this minute to the calm rate. Beyond the greatest difficulty, nothing is counted. */
async function excessOf(attempts: RateStore, of: string, calm: number, now: Date) {
  const limit = { requests: calm * MOST_DIFFICULT, seconds: MINUTE }
  const { remaining, reset, isExceeded } = await attempts.take(of, limit, now)
  return { excess: isExceeded ? MOST_DIFFICULT : (limit.requests - remaining) / calm, reset }
}
