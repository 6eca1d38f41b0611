import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/*
 * The secrets of webhooks, and the signatures that they make (Standard Webhooks). A secret is kept encrypted, with a
 * key that only the functions read which create webhooks or send messages.
 */

const PREFIX = 'whsec_'

/** Makes a secret of 32 random bytes: `whsec_…`. */
export const newSecret = () => PREFIX + randomBytes(32).toString('base64')

/** Encrypts a secret. @param key 32 bytes in base64 */
export function encrypted(secret: string, key: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** @throws Error when the key is another one */
export function decrypted(kept: string, key: string): string {
  const bytes = Buffer.from(kept, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

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
