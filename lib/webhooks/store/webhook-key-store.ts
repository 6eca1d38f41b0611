import { randomBytes } from 'node:crypto'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'

/**
 * Stores the key that encrypts the secrets of webhooks and of identity providers: one for the table, made by the
 * process that first needs it, and read by no function but those that make or use secrets.
 */
export function webhookKeyStore(table: Table): { load(): Promise<string> } {
  let known: Promise<string> | undefined
  const load = async () => {
    const found = await getOne(table, keyOf.webhookKey())
    if (found) return found['key'] as string
    const key = randomBytes(32).toString('base64')
    const existing = await putIfAbsent(table, keyOf.webhookKey(), { key })
    return (existing?.['key'] as string | undefined) ?? key
  }
  return {
    load() {
      known ??= load()
      known.catch(() => (known = undefined))
      return known
    },
  }
}
