import {
  type IdentityProvider,
  type IdentityProviderChange,
  type ProviderOfSession,
  type Reach,
  type VouchedDomain,
  domainOf,
  isVouchedFor,
} from '../identity-provider.js'
import { addressIdOf } from '../../access/sign-in-address.js'
import { notFound } from '../../runtime/errors.js'
import { onCondition } from '../../table/change.js'
import { all, either, has, is, lacks } from '../../table/condition.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, changing, transact } from '../../table/transaction.js'

/**
 * Notes at the group that its organizers may have to sign in by a provider. Every page of the group reads this item
 * anyway, and the provider only where a session is of another kind.
 */
const noted = (table: Table, group: string, only: boolean) =>
  changing(table, keyOf.group(group), { set: { by_provider_only: only || undefined } }, has('pk'))

async function isOfCreator(table: Table, address: string, group: string) {
  const [access, item] = await Promise.all([
    getOne(table, keyOf.access(addressIdOf(address), `group:${group}`)),
    getOne(table, keyOf.group(group)),
  ])
  return access !== undefined && access['person'] === item?.['creator']
}

/** Returns the owner's word about a domain. */
export async function vouchedDomain(table: Table, domain: string): Promise<VouchedDomain | undefined> {
  const item = await getOne(table, keyOf.vouchedDomain(domain))
  return item && valueOf<VouchedDomain>(item)
}

export async function findProvider(table: Table, group: string): Promise<IdentityProvider | undefined> {
  const item = await getOne(table, keyOf.identityProvider(group))
  return item && valueOf<IdentityProvider>(item)
}

/** Finds the provider that speaks for a domain by the owner's word. */
export async function providerOfDomain(table: Table, domain: string): Promise<IdentityProvider | undefined> {
  const word = await vouchedDomain(table, domain)
  const provider = word && (await findProvider(table, word.group))
  return provider && isVouchedFor(word, provider) ? provider : undefined
}

/**
 * Sets the provider of a group.
 * @returns false without a secret where none is stored for this issuer and this client
 * @throws OsdiError not_found when there is no such group
 */
export async function saveProvider(
  table: Table,
  { group, secret, ...change }: IdentityProviderChange,
  now: Date,
): Promise<boolean> {
  const key = keyOf.identityProvider(group)
  const set = { group, ...change, changed_date: now.toISOString(), ...(secret && { secret }) }
  // A secret goes to no other provider, and to no other client of it, than those that it was entered for.
  const isSame = all(is('issuer', change.issuer), is('client_id', change.client_id))
  const saved = changing(table, key, { set }, secret === undefined ? isSame : undefined)
  const ofGroup = noted(table, group, change.only)
  return retryOnConflict(async () => {
    const outcome = await transact(table, [saved, ofGroup])
    if (outcome === 'written') return { isSaved: true }
    if (!(await getOne(table, keyOf.group(group)))) throw notFound()
    const stored = await findProvider(table, group)
    const hasSecret = stored?.issuer === change.issuer && stored.client_id === change.client_id
    return secret === undefined && !hasSecret ? { isSaved: false } : undefined
  }).then(({ isSaved }) => isSaved)
}

/** Removes the provider of a group. Repeating it changes nothing. */
export async function removeProvider(table: Table, group: string): Promise<void> {
  const removed: TransactItem = {
    Delete: { TableName: table.name, Key: keyOf.identityProvider(group) },
  }
  await retryOnConflict(async () => {
    const outcome = await transact(table, [removed, noted(table, group, false)])
    if (outcome !== 'written' && !(await getOne(table, keyOf.group(group)))) throw notFound()
    return outcome === 'written' || undefined
  })
}

/** Lets the provider of a group speak for a domain. @returns the group that has the domain, if it is another one */
export async function vouchFor(
  table: Table,
  { domain, group, issuer }: Omit<VouchedDomain, 'vouched_date'>,
  now: Date,
): Promise<string | undefined> {
  const set = { domain, group, issuer, vouched_date: now.toISOString() }
  const isFree = either(lacks('pk'), is('group', group))
  const changed = await changeItem(table, keyOf.vouchedDomain(domain), { set }, isFree)
  return changed.item ? undefined : (changed.met?.['group'] as string | undefined)
}

/** Takes this word back. @returns whether there was one */
export async function takeWordBack(table: Table, domain: string): Promise<boolean> {
  return retryOnConflict(async () => {
    const word = await vouchedDomain(table, domain)
    if (!word) return { wasThere: false }
    const Key = keyOf.vouchedDomain(domain)
    const outcome = await transact(table, [{ Delete: { TableName: table.name, Key, ...onCondition(has('pk')) } }])
    return outcome === 'written' ? { wasThere: true } : undefined
  }).then(({ wasThere }) => wasThere)
}

/**
 * Returns what a session of an address may act for that a provider began.
 * @returns undefined when the provider may not sign this address in, or not any more
 */
export async function reachOf(
  table: Table,
  address: string,
  { group, issuer }: ProviderOfSession,
): Promise<Reach | undefined> {
  const domain = domainOf(address)
  const [provider, word] = await Promise.all([findProvider(table, group), vouchedDomain(table, domain)])
  if (provider?.issuer !== issuer || !provider.domains.includes(domain)) return undefined
  if (isVouchedFor(word, provider)) return 'everything'
  return provider.for_creator || !(await isOfCreator(table, address, group)) ? `group:${group}` : undefined
}
