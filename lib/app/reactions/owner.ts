import type { OwnerReactions } from '../../access/store/owner-reactions.js'
import { beginForgetting } from '../../forgetting/store/forgetting.js'
import { endingPasskeys } from '../../sign-in/store/passkey-store.js'

/** The reactions of rooms when owners and their members change. */
export const ownerReactions: OwnerReactions = {
  onSettings: [beginForgetting],
  onLastAccess: [endingPasskeys],
}
