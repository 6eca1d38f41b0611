import { owners } from '../../lib/app/access.js'
import { app } from '../../lib/table/app.js'
import { signInPath } from '../../lib/manage/paths.js'
import { partOf } from '../../lib/runtime/service.js'
import { demo } from '../demo.js'
import type { LocalPart } from '../part.js'
import { createLink } from '../../lib/sign-in/store/sign-in-store.js'

/** A link that signs the creator of the demo group in to the organizer's interface, once. */
export const signInLink: LocalPart = {
  async greet(service, publicUrl) {
    const access = await partOf(service, owners).accessOf(demo.group.creator)
    if (!access) return undefined
    const { secret } = await createLink(partOf(service, app).table, access.address, new Date())
    return `  Manage events as the demo organizer; the link works once, within 15 minutes. Emails arrive at ${publicUrl}/outbox:
  ${publicUrl}${signInPath(secret)}`
  },
}
