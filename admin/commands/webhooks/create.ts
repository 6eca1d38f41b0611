import { longLine, text } from '../../../lib/fields/values.js'
import { recordWebhook } from '../../../lib/webhooks/record-webhook.js'
import { readNewWebhook } from '../../../lib/webhooks/documents/webhook.v2.js'
import { command } from '../../command.js'
import { formatDetails } from '../../output/format.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { optional, owner } from '../../options.js'
import { siteOf } from '../../site.js'
import { openWebhooks } from '../../webhooks.js'

export const create = command({
  name: 'create',
  does: 'Make a webhook, and show its secret this one time',
  example: 'webhook create --group 6f2b8f5e-… --url https://example.org/turnout --types attendance.created',
  options: {
    ...owner,
    url: optional('--url <url>', 'where messages are sent; without it they are only pulled', longLine),
    types: optional('--types <types>', 'types of messages, separated by commas; all without it', text),
    description: optional('--description <text>', 'what it is for', text),
  },
  run: async ({ url, types = '*', description, ...values }, context) => {
    const { of, app } = await openWebhooks(values, context)
    const body = {
      ...omitUndefined({ url, description }),
      types: types.split(',').map((type) => type.trim()),
    }
    const { draft } = readNewWebhook(siteOf(context.settings()), body)
    const { webhook, secret } = await recordWebhook(app, of, draft)
    return {
      json: { id: webhook.id, secret },
      text: `${formatDetails({ id: webhook.id, secret })}\n\nKeep the secret now: it cannot be shown again.`,
    }
  },
})
