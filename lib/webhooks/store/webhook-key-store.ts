import { randomBytes } from 'node:crypto'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'

const known = new WeakMap<Table, Promise<string>>()

/**
 * Returns the key that encrypts the secrets of webhooks and of identity providers: one for the table, made by the
 * process that first needs it, read by no function but those that make or use secrets, and remembered by the process.
 */
export function webhookKey(table: Table): Promise<string> {
  const key = known.get(table) ?? load(table)
  known.set(table, key)
  key.catch(() => known.delete(table))
  return key
}

async function load(table: Table): Promise<string> {
  const found = await getOne(table, keyOf.webhookKey())
  if (found) return found['key'] as string
  const key = randomBytes(32).toString('base64')
  const existing = await putIfAbsent(table, keyOf.webhookKey(), { key })
  return (existing?.['key'] as string | undefined) ?? key
}
