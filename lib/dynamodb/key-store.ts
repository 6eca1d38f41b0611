import { createHash, timingSafeEqual } from 'node:crypto'
import { notFound } from '../domain/errors.js'
import type { Owner, Principal } from '../domain/principal.js'
import type { RateLimit } from '../domain/rate-limit.js'
import { UpdateCommand } from './client/commands.js'
import { ConditionalCheckFailedException } from './client/errors.js'
import { getBeside, getMany, getOne } from './reads.js'
import { type Table, keyOf, valueOf } from './table.js'
import { putNew, writeOnce } from './transaction.js'

/** A key as it is kept: who it speaks for, and of the key itself only its hash. */
export interface ApiKey extends Omit<Principal, 'key_id'> {
  id: string
  hash: string
  created_date: string
  revoked_date?: string
}

export interface KeyStore {
  /** @returns whoever the key speaks for, or undefined when it is unknown or revoked */
  authenticate(key: string): Promise<Principal | undefined>
  /** Keeps a key; keeping the same key again changes nothing. @returns its id */
  create(key: string, principal: Omit<Principal, 'key_id'>, now: Date): Promise<string>
  list(owner: Owner): Promise<ApiKey[]>
  /**
   * Limits what a key may do, or no longer; a warm process hears of it within a minute.
   * @throws OsdiError not_found
   */
  limit(id: string, limit: RateLimit | undefined): Promise<void>
  /** @throws OsdiError not_found */
  revoke(id: string, now: Date): Promise<void>
}

/** How long a warm process trusts what it read of a key; a revoked key works no longer than this. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 1_000

/** API keys. A key's id is the first half of its hash, so that both a key and an id lead to its item by one read. */
export function keyStore(table: Table): KeyStore {
  const remembered = new Map<string, { principal: Principal; until: number }>()

  return {
    async authenticate(key) {
      const hash = hashOf(key)
      const known = remembered.get(hash)
      if (known && known.until > Date.now()) return known.principal
      const principal = await read(table, hash)
      // Only keys that work are remembered, so that made-up ones cannot fill the memory; full, it starts anew.
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      if (principal) remembered.set(hash, { principal, until: Date.now() + REMEMBERED_MS })
      else remembered.delete(hash)
      return principal
    },

    async create(key, principal, now) {
      const hash = hashOf(key)
      const id = idOf(hash)
      const kept: ApiKey = { ...principal, id, hash, created_date: now.toISOString() }
      await writeOnce(table, [
        putNew(table, keyOf.apiKey(id), kept),
        putNew(table, keyOf.apiKeyOf(principal.owner, id), { id }),
      ])
      return id
    },

    async list(owner) {
      const beside = await getBeside(table, keyOf.apiKeyOf(owner, ''))
      const items = await getMany(
        table,
        beside.map((item) => keyOf.apiKey(item['id'] as string)),
      )
      return items.map((item) => valueOf<ApiKey>(item ?? {}))
    },

    limit: (id, limit) =>
      update(table, id, {
        UpdateExpression: limit ? 'SET #limit = :limit' : 'REMOVE #limit',
        ExpressionAttributeNames: { '#limit': 'limit' },
        ...(limit && { ExpressionAttributeValues: { ':limit': limit } }),
      }),

    revoke: (id, now) =>
      update(table, id, {
        UpdateExpression: 'SET revoked_date = if_not_exists(revoked_date, :now)',
        ExpressionAttributeValues: { ':now': now.toISOString() },
      }),
  }
}

/** @throws OsdiError not_found when there is no such key */
async function update(table: Table, id: string, change: object): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keyOf.apiKey(id),
        ConditionExpression: 'attribute_exists(pk)',
        ...change,
      }),
    )
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw notFound()
    throw error
  }
}

async function read(table: Table, hash: string): Promise<Principal | undefined> {
  const item = await getOne(table, keyOf.apiKey(idOf(hash)))
  if (!item) return undefined
  const { id, hash: kept, revoked_date, created_date: _created, ...principal } = valueOf<ApiKey>(item)
  const same = timingSafeEqual(Buffer.from(hash), Buffer.from(kept))
  return same && !revoked_date ? { ...principal, key_id: id } : undefined
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

const idOf = (hash: string) =>
  hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
