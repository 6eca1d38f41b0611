import { type App, app as appOf } from '../../lib/table/app.js'
import { recordWebhook } from '../../lib/webhooks/record-webhook.js'
import { EXAMPLE_IDS, REMOVED_WEBHOOK } from '../../lib/hal/descriptions/example-ids.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { partOf } from '../../lib/runtime/service.js'
import { isThere } from '../demo.js'
import type { LocalPart } from '../part.js'
import { takeTurn, recordRound } from '../../lib/webhooks/store/delivery-store.js'
import { findWebhook } from '../../lib/webhooks/store/webhook-store.js'

/** The webhooks that the examples name, and an attempt to send a message, which an example sends again. */
export const webhooksOfDemo: LocalPart = {
  async seed(service, { owner }) {
    const app = partOf(service, appOf)
    for (const [id, description] of [
      [EXAMPLE_IDS.webhooks, 'Mirror'],
      [REMOVED_WEBHOOK, 'Former mirror'],
    ] as const) {
      // No RSVPs: a webhook that takes them costs each one a message, also where someone measures how fast they are.
      const draft = { types: ['event_campaign.changed' as const], description }
      if (!(await isThere(findWebhook(app.table, owner, id))))
        await recordWebhook({ ...app, newId: () => id }, owner, draft)
    }
    await recordDelivery(app, owner)
  },
}

/** Records an attempt to send a message, which an example sends again. */
async function recordDelivery({ table }: App, owner: Owner) {
  const [webhook, holder] = [EXAMPLE_IDS.webhooks, 'demo']
  const state = await takeTurn(table, webhook, owner, holder, 1_000)
  if (!state) return
  const attempt = { id: EXAMPLE_IDS.deliveries, message: 'msg_00000001a1b2c3d4e5f60718', attempt: 1 }
  const sent = { type: 'webhook.test', date: new Date().toISOString(), duration_ms: 41, status_code: 204 }
  await recordRound(table, webhook, holder, state, {
    sent: 1,
    done: [],
    retries: [],
    deliveries: [{ ...attempt, ...sent, ordinals: [1] }],
  })
}
