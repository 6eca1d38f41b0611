import type { CalmRates } from './admit-visit.js'

/** What a group or an account has set. Rates replace those of the stage. */
export interface OwnerSettings extends Partial<CalmRates> {
  /** Whether browsers may record attendances without a key, through the RSVP form. Off when absent. */
  browser_rsvps?: boolean
  /** The language of events that name none. English when absent. */
  language?: string
}

/** A change of settings: absent ones stay, null sets one back to its default. */
export type OwnerSettingsChange = { [Name in keyof OwnerSettings]?: OwnerSettings[Name] | null | undefined }

const NAMES = Object.keys({
  browser_rsvps: true,
  language: true,
  rsvps_per_network: true,
  rsvps_per_event: true,
} satisfies Record<keyof OwnerSettings, true>) as (keyof OwnerSettings)[]

/** Returns the settings among the attributes of a group or an account. */
export const settingsIn = (owner: object): OwnerSettings =>
  Object.fromEntries(Object.entries(owner).filter(([name]) => NAMES.includes(name as keyof OwnerSettings)))
