import {
  type IdentityProvider,
  type IdentityProviderStore,
  type VouchedDomain,
  domainOf,
  isVouchedFor,
} from '../identity-provider.js'
import { addressIdOf } from '../../access/sign-in-address.js'
import { notFound } from '../../runtime/errors.js'
import { onCondition } from '../../table/change.js'
import { all, either, has, is, lacks } from '../../table/condition.js'
import type { TransactItem } from '../../table/conflicts.js'
import { getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, changing, transact } from '../../table/transaction.js'

/** The identity providers of groups, and the domains that they speak for by the owner's word. */
export function identityProviderStore(table: Table): IdentityProviderStore {
  const find = async (group: string) => {
    const item = await getOne(table, keyOf.identityProvider(group))
    return item && valueOf<IdentityProvider>(item)
  }
  const vouched = async (domain: string) => {
    const item = await getOne(table, keyOf.vouchedDomain(domain))
    return item && valueOf<VouchedDomain>(item)
  }
  const isOfCreator = async (address: string, group: string) => {
    const [access, item] = await Promise.all([
      getOne(table, keyOf.access(addressIdOf(address), `group:${group}`)),
      getOne(table, keyOf.group(group)),
    ])
    return access !== undefined && access['person'] === item?.['creator']
  }
  /**
   * Notes at the group that its organisers may have to sign in by a provider. Every page of the group reads this item
   * anyway, and the provider only where a session is of another kind.
   */
  const noted = (group: string, only: boolean) =>
    changing(table, keyOf.group(group), { set: { by_provider_only: only || undefined } }, has('pk'))

  return {
    find,
    vouched,

    async ofDomain(domain) {
      const word = await vouched(domain)
      const provider = word && (await find(word.group))
      return provider && isVouchedFor(word, provider) ? provider : undefined
    },

    async save({ group, secret, ...change }, now) {
      const key = keyOf.identityProvider(group)
      const set = { group, ...change, changed_date: now.toISOString(), ...(secret && { secret }) }
      // A secret goes to no other provider, and to no other client of it, than those that it was entered for.
      const isSame = all(is('issuer', change.issuer), is('client_id', change.client_id))
      const saved = changing(table, key, { set }, secret === undefined ? isSame : undefined)
      const ofGroup = noted(group, change.only)
      return retryOnConflict(async () => {
        const outcome = await transact(table, [saved, ofGroup])
        if (outcome === 'written') return { isSaved: true }
        if (!(await getOne(table, keyOf.group(group)))) throw notFound()
        const stored = await find(group)
        const hasSecret = stored?.issuer === change.issuer && stored.client_id === change.client_id
        return secret === undefined && !hasSecret ? { isSaved: false } : undefined
      }).then(({ isSaved }) => isSaved)
    },

    async remove(group) {
      const removed: TransactItem = {
        Delete: { TableName: table.name, Key: keyOf.identityProvider(group) },
      }
      await retryOnConflict(async () => {
        const outcome = await transact(table, [removed, noted(group, false)])
        if (outcome !== 'written' && !(await getOne(table, keyOf.group(group)))) throw notFound()
        return outcome === 'written' || undefined
      })
    },

    async vouch({ domain, group, issuer }, now) {
      const set = { domain, group, issuer, vouched_date: now.toISOString() }
      const isFree = either(lacks('pk'), is('group', group))
      const changed = await changeItem(table, keyOf.vouchedDomain(domain), { set }, isFree)
      return changed.item ? undefined : (changed.met?.['group'] as string | undefined)
    },

    async unvouch(domain) {
      return retryOnConflict(async () => {
        const word = await vouched(domain)
        if (!word) return { wasThere: false }
        const Key = keyOf.vouchedDomain(domain)
        const outcome = await transact(table, [{ Delete: { TableName: table.name, Key, ...onCondition(has('pk')) } }])
        return outcome === 'written' ? { wasThere: true } : undefined
      }).then(({ wasThere }) => wasThere)
    },

    async reachOf(address, { group, issuer }) {
      const domain = domainOf(address)
      const [provider, word] = await Promise.all([find(group), vouched(domain)])
      if (provider?.issuer !== issuer || !provider.domains.includes(domain)) return undefined
      if (isVouchedFor(word, provider)) return 'everything'
      return provider.for_creator || !(await isOfCreator(address, group)) ? `group:${group}` : undefined
    },
  }
}
