import type { Fleet } from './fleet.js'
import type { Simulation } from './simulation.js'

/** The results of requests to a fleet. */
export interface Poured {
  /** Milliseconds that each accepted request took, in ascending order. */
  times: number[]
  /** The same of those that were refused. */
  refusedTimes: number[]
  /** Answers of refused requests, with their numbers. */
  refusals: Record<string, number>
  /** Time of the last acceptance and of the last answer, by the simulation's clock. */
  lastAccepted: number
  lastAnswer: number
}

/**
 * Sends requests at random moments of some seconds, and waits until all are answered.
 * @param request makes the request of a number
 */
export async function pour(
  { clock, random }: Simulation,
  { fleet, request }: { fleet: Fleet; request: (i: number) => unknown },
  { sent, seconds }: { sent: number; seconds: number },
): Promise<Poured> {
  const poured: Poured = { times: [], refusedTimes: [], refusals: {}, lastAccepted: 0, lastAnswer: 0 }
  let answered = 0
  const send = async (i: number) => {
    const begin = clock.now
    const { statusCode } = await fleet.invoke(request(i))
    answered++
    poured.lastAnswer = clock.now
    const isAccepted = statusCode === 200
    const times = isAccepted ? poured.times : poured.refusedTimes
    times.push(clock.now - begin)
    if (isAccepted) poured.lastAccepted = clock.now
    else poured.refusals[statusCode] = (poured.refusals[statusCode] ?? 0) + 1
  }
  for (let i = 0; i < sent; i++)
    clock.after(random() * seconds * 1000, () => {
      send(i).catch((error: unknown) => clock.fail(error))
    })
  await clock.run(() => answered === sent)
  for (const times of [poured.times, poured.refusedTimes]) times.sort((one, other) => one - other)
  return poured
}

/** The time that this share of the sorted times stays within; NaN when there are none. */
export const within = (share: number, times: number[]) => times[Math.floor(times.length * share)] ?? NaN
