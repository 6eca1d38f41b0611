import { instant, text } from '../../../lib/fields/values.js'
import { redeliverSince } from '../../../lib/webhooks/redeliver.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { owner, required } from '../../options.js'
import { describeWebhook, openWebhooks } from '../../webhooks.js'

export const redeliver = command({
  name: 'redeliver',
  does: 'Send all messages of a webhook since a time again, with the same ids',
  example: 'webhook redeliver 0f6b1c2d-… --group 6f2b8f5e-… --since 2026-11-03T18:30:00Z',
  options: {
    id: required('<id>', 'id of the webhook', text),
    ...owner,
    since: required('--since <time>', 'the time of the first message, in UTC, at most 30 days ago', instant),
  },
  run: async ({ id, since, ...values }, context) => {
    const { of, app } = await openWebhooks(values, context)
    const messages = await orMissing(redeliverSince(app, of, id, since), describeWebhook(id))
    return { json: { id, messages }, text: `The webhook ${id} sends ${messages} messages again.` }
  },
})
