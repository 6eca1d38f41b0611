import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { notFound } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { type Key, type Table, valueOf } from '../../table/table.js'
import { putNew, putAllIfAbsent, changeItem } from '../../table/transaction.js'
import { has } from '../../table/condition.js'
import type { Changes } from '../../table/change.js'

/** The stored form of a secret: only its hash is kept. */
export interface StoredSecret {
  id: string
  owner: Owner
  hash: string
  created_date: string
  revoked_date?: string
}

export interface SecretStore<Value> {
  /** @returns what the secret stands for, or undefined when it is unknown or revoked */
  find(secret: string): Promise<(Value & StoredSecret) | undefined>
  /** Keeps a secret; keeping the same one again changes nothing. @returns its id */
  create(secret: string, value: Value, now: Date): Promise<string>
  /** All secrets of an owner, revoked ones too. */
  list(owner: Owner): Promise<(Value & StoredSecret)[]>
  /** @throws OsdiError not_found */
  revoke(id: string, now: Date): Promise<void>
  /** Changes what a secret is kept with. @throws OsdiError not_found */
  change(id: string, changes: Changes): Promise<void>
}

/** The keys of a kind of secrets. */
export interface SecretKeys {
  of: (id: string) => Key
  besideOwner: (owner: Owner, id: string) => Key
}

const SECRET_BYTES = 32

/** Returns a random secret of 43 characters that are valid in a header and in an address. */
export const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

/**
 * Secrets that an owner gives away and may revoke. A secret's id is the first half of its hash, so that both lead
 * to its item by one read.
 */
export const secretStore = <Value extends { owner: Owner }>(table: Table, keys: SecretKeys): SecretStore<Value> => ({
  async find(secret) {
    const hash = hashOf(secret)
    const item = await getOne(table, keys.of(idOf(hash)))
    if (!item) return undefined
    const kept = valueOf<Value & StoredSecret>(item)
    const same = timingSafeEqual(Buffer.from(hash), Buffer.from(kept.hash))
    return same && !kept.revoked_date ? kept : undefined
  },

  async create(secret, value, now) {
    const hash = hashOf(secret)
    const id = idOf(hash)
    await putAllIfAbsent(table, [
      putNew(table, keys.of(id), { ...value, id, hash, created_date: now.toISOString() }),
      putNew(table, keys.besideOwner(value.owner, id), { id }),
    ])
    return id
  },

  async list(owner) {
    const beside = await getBeside(table, keys.besideOwner(owner, ''))
    const items = await getMany(
      table,
      beside.map((item) => keys.of(item['id'] as string)),
    )
    return items.map((item) => valueOf<Value & StoredSecret>(item ?? {}))
  },

  revoke: (id, now) => changeSecret(table, keys.of(id), { setIfAbsent: { revoked_date: now.toISOString() } }),

  change: (id, changes) => changeSecret(table, keys.of(id), changes),
})

/** @throws OsdiError not_found */
async function changeSecret(table: Table, key: Key, changes: Changes): Promise<void> {
  const { item } = await changeItem(table, key, changes, has('pk'))
  if (!item) throw notFound()
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

const idOf = (hash: string) => hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
