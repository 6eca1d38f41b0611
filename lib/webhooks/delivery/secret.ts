import { createHmac, randomBytes } from 'node:crypto'

/* The secrets of webhooks, and the signatures that they make (Standard Webhooks). */

const PREFIX = 'whsec_'

/** Makes a secret of 32 random bytes: `whsec_…`. */
export const newSecret = () => PREFIX + randomBytes(32).toString('base64')

/** The headers of a request: its id, its time, and a signature by each secret. */
export function signedHeaders(id: string, body: string, secrets: string[], now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
