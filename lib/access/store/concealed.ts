import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'

/*
 * Secrets that the service itself needs again, those of webhooks and of identity providers, are kept encrypted. The key
 * is one for the table. The process that first needs it makes it, and no function reads it but those that make or use
 * secrets.
 */

const known = new WeakMap<Table, Promise<Buffer>>()

/** Encrypts a secret, for the table. */
export async function conceal(table: Table, secret: string): Promise<string> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyIn(table), nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** Returns a secret as it was. @throws Error when another table's key concealed it */
export async function reveal(table: Table, kept: string): Promise<string> {
  const bytes = Buffer.from(kept, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', await keyIn(table), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Returns the key of a table. A process remembers it. */
function keyIn(table: Table): Promise<Buffer> {
  const key = known.get(table) ?? load(table)
  known.set(table, key)
  key.catch(() => known.delete(table))
  return key
}

async function load(table: Table): Promise<Buffer> {
  const found = await getOne(table, keyOf.secretsKey())
  if (found) return Buffer.from(found['key'] as string, 'base64')
  const key = randomBytes(32).toString('base64')
  const existing = await putIfAbsent(table, keyOf.secretsKey(), { key })
  return Buffer.from((existing?.['key'] as string | undefined) ?? key, 'base64')
}
