import { mailOfPromotion } from '../../mail/store/mail-cause.js'
import type { CauseOfPromotion } from '../../seats/store/promote.js'

const causes: CauseOfPromotion[] = [mailOfPromotion]

/** Returns the cause by which people hear that they are promoted from a waiting list. */
export const causeOfPromotion: CauseOfPromotion = (written, own) =>
  Object.assign({}, ...causes.map((cause) => cause(written, own))) as object
