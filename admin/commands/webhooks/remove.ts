import { text } from '../../../lib/fields/values.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { owner, required } from '../../options.js'
import { describeWebhook, openWebhooks } from '../../webhooks.js'
import { removeWebhook } from '../../../lib/webhooks/store/webhook-store.js'

export const remove = command({
  name: 'remove',
  does: 'Remove a webhook: nothing is collected or sent for it any more',
  example: 'webhook remove 0f6b1c2d-… --group 6f2b8f5e-…',
  options: { id: required('<id>', 'id of the webhook', text), ...owner },
  run: async ({ id, ...values }, context) => {
    const { of, app } = await openWebhooks(values, context)
    await orMissing(removeWebhook(app.table, of, id), describeWebhook(id))
    return { json: { id, removed: true }, text: `The webhook ${id} is removed.` }
  },
})
