import { type ChangeByKey, changeByKey } from '../events/record-event.js'
import { native } from '../runtime/site.js'
import { readDecision } from './read-decision.js'
import { decideReview } from './review.js'

/** Changes an event as a PUT says, or decides with it what waits. A decision on what does not wait is ignored. */
export const changeOrDecide: ChangeByKey = async (request, change, dependencies) => {
  const { principal, id, body, precondition, site } = request
  const sent = readDecision(site, body)
  if (!sent) return changeByKey(request, change, dependencies)
  const { event, isDecided } = await decideReview(
    principal.owner,
    id,
    sent.decision,
    dependencies,
    precondition,
    change.change,
  )
  const review = native(site, 'review')
  return {
    event,
    ignored: isDecided
      ? [...change.ignored.filter((path) => path !== review), ...sent.ignored]
      : change.ignored,
  }
}
