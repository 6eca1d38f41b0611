import { randomBytes, randomUUID } from 'node:crypto'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'
import { ttlCache } from '../../table/ttl-cache.js'
import { asBookkeeping } from '../../runtime/request-context.js'

/** A secret that was replaced by hand is in force everywhere after this time. */
const SECRET_MS = 60_000

/** An item with the secret that signs challenges, written by the first process that needs it; one for each solution. */
export function challengeStore(table: Table) {
  const secrets = ttlCache<Promise<string>>(SECRET_MS)
  return {
    /** Returns the secret, the same for all processes. */
    secret(): Promise<string> {
      const known = secrets.get('')
      if (known) return known
      const secret = readOrMake(table)
      secrets.set('', secret)
      secret.catch(() => secrets.delete(''))
      return secret
    },

    /**
     * Spends a solution.
     * @param id the signature of its challenge
     * @param expires when the challenge expires, in seconds since 1970
     * @returns false when it was spent before
     */
    async spend(id: string, expires: number): Promise<boolean> {
      // The spender tells a repetition of this very write from another request with the same solution.
      const item = { expires: expires + 60, spender: randomUUID() }
      return (await asBookkeeping(() => putIfAbsent(table, keyOf.solution(id), item))) === undefined
    },
  }
}

async function readOrMake(table: Table): Promise<string> {
  const key = keyOf.challengeSecret()
  const item = await getOne(table, key)
  if (item) return item['secret'] as string
  const secret = randomBytes(32).toString('base64url')
  const existing = await asBookkeeping(() => putIfAbsent(table, key, { secret }))
  return (existing?.['secret'] as string | undefined) ?? secret
}
