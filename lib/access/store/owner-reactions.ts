import type { Owner } from '../../runtime/owner.js'
import type { TransactItem } from '../../table/conflicts.js'
import type { Table } from '../../table/table.js'
import type { OwnerSettingsChange } from '../owner-settings.js'

/** The reactions of higher rooms when owners and their members change (lib/app/reactions/owner.ts). */
export interface OwnerReactions {
  /**
   * Before settings change, so that a crash in between leaves work that ends at once, and no setting without its work.
   */
  onSettings: ((table: Table, owner: Owner, change: OwnerSettingsChange) => Promise<unknown>)[]
  /** In the transaction that takes the last access of an address. */
  onLastAccess: ((table: Table, addressId: string) => TransactItem)[]
}
