import type { Capability } from '../runtime/capability.js'

export const webhookSecret: Capability = {
  name: 'Secret of a webhook',
  opens: 'Nothing here: it proves messages to their receiver',
  givenTo: 'Who makes the webhook or another secret of it, once: no repetition by Idempotency-Key shows it',
  ends: 'With the webhook, or a day after another one is made',
  erasure: 'of no person',
  in: 'signature of a message',
  madeIn: ['lib/webhooks/delivery/secret.ts', 'lib/webhooks/store/secrets.ts'],
}
