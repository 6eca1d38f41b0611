import { text } from '../../../lib/fields/values.js'
import { sendTest } from '../../../lib/webhooks/redeliver.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { owner, required } from '../../options.js'
import { describeWebhook, openWebhooks } from '../../webhooks.js'

export const test = command({
  name: 'test',
  does: 'Send a test message to the receiver of a webhook',
  example: 'webhook test 0f6b1c2d-… --group 6f2b8f5e-…',
  options: { id: required('<id>', 'id of the webhook', text), ...owner },
  run: async ({ id, ...values }, context) => {
    const { of, app } = await openWebhooks(values, context)
    const messages = await orMissing(sendTest(app, of, id), describeWebhook(id))
    return { json: { id, messages }, text: `The webhook ${id} sends a test message.` }
  },
})
