import { eventually } from '../given/webhooks.js'
import { type Received, takeReceived } from './mail.js'

/**
 * Collects emails while the queues run in the background, as they do in each file that imports this. What is returned
 * tries a check of all that have come so far until it passes.
 */
export function arrivals(isSought: (mail: Received) => boolean) {
  const came: Received[] = []
  return async (check: (came: readonly Received[]) => unknown): Promise<readonly Received[]> => {
    await eventually(() => {
      came.push(...takeReceived().filter(isSought))
      check(came)
    })
    return came
  }
}
