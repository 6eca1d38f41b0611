import { keyEndpoint } from '../../lib/app/endpoint.js'
import { publicAddress } from '../../lib/events/documents/browser-url.js'
import { embedResource } from '../../lib/events/documents/embed.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { events } from '../../lib/app/events.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { v2 } from '../../lib/hal/v2/version.js'

/* @__NO_SIDE_EFFECTS__ */
const getEventEmbed = (version: ApiVersion) =>
  keyEndpoint(version, { events }, async ({ events, site }, { owner, id }) => {
    const event = await events.find(owner, id())
    return ok(embedResource(site, version, 'events', { ...event, address: publicAddress(site, event) }))
  })

export const v1Endpoint = getEventEmbed(v1)
export const v2Endpoint = getEventEmbed(v2)
