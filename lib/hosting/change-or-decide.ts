import { type ChangeByKey, changeByKey } from '../events/record-event.js'
import { native } from '../runtime/site.js'
import { readDecision } from '../fields/read-decision.js'
import { decideReview } from './review.js'

/** Changes an event as a PUT says, or decides with it what waits. A decision on what does not wait is ignored. */
export const changeOrDecide: ChangeByKey = async (request, change, dependencies) => {
  const { principal, id, body, precondition, site } = request
  const review = native(site, 'review')
  const sent = readDecision(review, body)
  if (!sent) return changeByKey(request, change, dependencies)
  const { event, isDecided } = await decideReview(
    principal.owner,
    id,
    sent.decision,
    dependencies,
    precondition,
    change.change,
  )
  return {
    event,
    ignored: isDecided ? [...change.ignored.filter((path) => path !== review), ...sent.ignored] : change.ignored,
  }
}
