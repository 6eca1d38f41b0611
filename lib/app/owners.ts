import { type OwnerStore, ownerStore as storeOfOwners } from '../access/store/owner-store.js'
import { type RoleHolderStore, roleHolderStore } from '../people/store/role-holders.js'
import type { Table } from '../table/table.js'
import { ownerReactions } from './reactions/owner.js'

/** Groups and individual accounts with their people, and with what rooms do when they change. */
export const ownerStore = (table: Table): OwnerStore & RoleHolderStore => ({
  ...storeOfOwners(table, ownerReactions),
  ...roleHolderStore(table),
})
