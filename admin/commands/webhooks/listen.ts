import { setTimeout as pause } from 'node:timers/promises'
import { longLine, text } from '../../../lib/fields/values.js'
import { recordWebhook } from '../../../lib/webhooks/record-webhook.js'
import { readNewWebhook } from '../../../lib/webhooks/documents/webhook.v2.js'
import { messagesAfter } from '../../../lib/webhooks/store/message-log.js'
import { bodyOf } from '../../../lib/webhooks/delivery/body.js'
import { post } from '../../../lib/webhooks/delivery/post.js'
import { signedHeaders } from '../../../lib/webhooks/delivery/secret.js'
import { command } from '../../command.js'
import { UsageError } from '../../errors.js'
import { optional, owner, required } from '../../options.js'
import { siteOf } from '../../site.js'
import { openWebhooks } from '../../webhooks.js'
import { removeWebhook } from '../../../lib/webhooks/store/webhook-store.js'

const PAUSE_MS = 500
const AT_ONCE = 100

export const listen = command({
  name: 'listen',
  does: 'Forward messages to a program on this machine, until Ctrl-C',
  example: 'webhook listen --group 6f2b8f5e-… --forward http://localhost:4000',
  options: {
    ...owner,
    forward: required('--forward <url>', 'where the program takes messages', longLine),
    types: optional('--types <types>', 'types of messages, separated by commas; all without it', text),
  },
  run: async ({ forward, types = '*', ...values }, context) => {
    if (!/^https?:\/\//.test(forward) || !URL.canParse(forward))
      throw new UsageError('--forward must be an address that begins with http:// or https://.')
    const { of, app } = await openWebhooks(values, context)
    const stopped = context.interrupted()
    // It is only pulled, and is there as long as the command runs.
    const body = { types: types.split(','), description: 'npm run -s admin -- webhook listen' }
    const { draft } = readNewWebhook(siteOf(context.settings()), body)
    const { webhook, secret = '' } = await recordWebhook(app, of, draft)
    let [last, forwarded] = [0, 0]
    context.inform(`Forwarding to ${forward}. The secret is ${secret}`)
    try {
      while (!stopped.aborted) {
        for (const message of await messagesAfter(app.table, webhook.id, last, AT_ONCE)) {
          const text = bodyOf(webhook, [message], new Date())
          const headers = signedHeaders(message.id, text, [secret], new Date())
          const { error } = await post({ url: forward, headers, body: text }, { allowsPrivate: true })
          context.inform(`${message.type} ${message.id}: ${error ?? 'taken'}`)
          // A refused message comes again, and the messages after it wait.
          if (error !== undefined) break
          last = message.ordinal
          forwarded++
          if (stopped.aborted) break
        }
        await pause(PAUSE_MS, undefined, { signal: stopped }).catch(() => undefined)
      }
    } finally {
      await removeWebhook(app.table, of, webhook.id)
    }
    return { json: { forwarded }, text: `Forwarded ${forwarded} messages.` }
  },
})
