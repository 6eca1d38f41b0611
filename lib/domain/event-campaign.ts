import type { Owner } from './principal.js'

/** A campaign of a group, to which events belong. */
export interface EventCampaign {
  id: string
  owner: Owner
  origin_system: string
  title: string
  created_date: string
  modified_date: string
}
