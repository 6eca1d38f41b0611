import { keyEndpoint } from '../../lib/endpoint.js'
import { publicAddress } from '../../lib/hal/events/browser-url.js'
import { embedResource } from '../../lib/hal/events/embed.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { events } from '../../lib/service/events.js'

export const getEventEmbed = (version: ApiVersion) =>
  keyEndpoint(version, { events }, async ({ events, site }, { owner, id }) => {
    const event = await events.find(owner, id())
    return ok(embedResource(site, version, 'events', { ...event, address: publicAddress(site, event) }))
  })
