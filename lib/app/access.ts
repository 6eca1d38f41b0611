import type { Owner } from '../runtime/owner.js'
import { keyStore } from '../access/store/key-store.js'
import { readPrincipal, type OwnerStore, ownerStore as storeOfOwners } from '../access/store/owner-store.js'
import { readIntroduction, readSettings } from '../access/store/read-settings.js'
import { type Service, partOf } from '../runtime/service.js'
import { table, type Table } from '../table/table.js'
import { type RoleHolderStore, roleHolderStore } from '../people/store/role-holders.js'
import { ownerReactions } from './reactions/owner.js'

/** Groups and individual accounts with their people, and with what rooms do when they change. */
export const ownerStore = (table: Table): OwnerStore & RoleHolderStore => ({
  ...storeOfOwners(table, ownerReactions),
  ...roleHolderStore(table),
})

/** Makes the secret of a new API key. */
export { newSecret as newKey } from '../access/store/secret-store.js'

export const owners = (service: Service) => ownerStore(partOf(service, table))
/** Reads what keys of owners act for, for functions that read nothing else of them. */
export const principalOf = (service: Service) => (owner: Owner) => readPrincipal(partOf(service, table), owner)
/** Reads the settings of owners and the titles of groups. */
export const introductionOf = (service: Service) => (owner: Owner) => readIntroduction(partOf(service, table), owner)
/** Reads the settings of owners, for functions that read nothing else of them. */
export const settingsOf = (service: Service) => (owner: Owner) => readSettings(partOf(service, table), owner)

export const keys = (service: Service) => keyStore(partOf(service, table))
