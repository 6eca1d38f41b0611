import { notFound } from '../../runtime/errors.js'
import type { OwnerSettingsChange } from '../owner-settings.js'
import type { Account, Group } from '../group.js'
import { type Owner, groupIdOf } from '../../runtime/owner.js'
import { withSlug } from '../../resources/slug.js'
import { change as changeOf } from '../../table/change.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getOne } from '../../table/reads.js'
import { type Table, valueOf } from '../../table/table.js'
import { all, has, is, lacks } from '../../table/condition.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { slugChange, slugIn } from '../../resources/slugs.js'
import type { OwnerReactions } from './owner-reactions.js'
import { changeItem, transact } from '../../table/transaction.js'

/**
 * Changes the settings of an owner, which are attributes of its item. An empty address of a group is made from its
 * title where it has none yet.
 * @returns the owner with all of its settings
 * @throws OsdiError not_found; invalid for an address that another group has
 */
export async function changeOwnerSettings(
  table: Table,
  owner: Owner,
  { slug, ...change }: OwnerSettingsChange,
  { onSettings }: Pick<OwnerReactions, 'onSettings'>,
): Promise<Group | Account> {
  for (const react of onSettings) await react(table, owner, change)
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  const set = Object.fromEntries(entries.map(([name, value]) => [name, value ?? undefined]))
  if (slug !== undefined && groupIdOf(owner) !== undefined) await addressGroup(table, owner, slug ?? '')
  const key = keyOfOwner(owner)
  const item = entries.length > 0 ? (await changeItem(table, key, { set }, has('pk'))).item : await getOne(table, key)
  if (!item) throw notFound()
  return valueOf<Group | Account>(item)
}

/** Gives the page of a group a readable address. The claim and the group are written together. */
async function addressGroup(table: Table, owner: Owner, chosen: string): Promise<void> {
  const taken: string[] = []
  await retryOnConflict(async () => {
    const item = await getOne(table, keyOfOwner(owner))
    if (!item) throw notFound()
    const before = valueOf<Group>(item)
    const after = withSlug('group', before, chosen, { taken, isKnown: true })
    if (after === before) return true
    const { slug, former_slugs } = after
    const isUnchanged = all(has('pk'), before.slug === undefined ? lacks('slug') : is('slug', before.slug))
    const outcome = await transact(table, [
      ...slugChange(table, 'group', before, after),
      {
        Update: {
          TableName: table.name,
          ...changeOf(keyOfOwner(owner), { set: { slug, former_slugs } }, isUnchanged),
        },
      },
    ])
    if (outcome === 'written') return true
    taken.push(...outcome.of('slug').map(slugIn))
    return undefined
  })
}
