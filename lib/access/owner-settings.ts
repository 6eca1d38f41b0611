/** The numbers of RSVPs of visitors in a minute up to which no proof of work is asked for. */
export interface CalmRates {
  /** From one network: an address of IPv4, or a /64 of IPv6. */
  rsvps_per_network: number
  /** For one event. */
  rsvps_per_event: number
}

/** The least and the most days after the end of an event after which people may be erased. */
export const FORGET_AFTER = { least: 1, most: 3650 }

/** The settings of a group or an account. Rates replace those of the stage. */
export interface OwnerSettings extends Partial<CalmRates> {
  /** The name of a group. An account has the name of its person. */
  title?: string
  /** The time zone of the group: of times that its team reads, and of events made here whose location tells none. */
  timezone_identifier?: string
  /**
   * Whether browsers may record attendances without a key. When it is absent, they may through the RSVP form of events
   * of the interface: organizers share the page of these, while a program that makes events has forms of its own.
   */
  browser_rsvps?: boolean
  /** Whether events of the API are on the pages of a group and of its campaigns. They are not when it is absent. */
  list_api_events?: boolean
  /** Whether pages of events say how many people come. They do not when it is absent. */
  show_coming?: boolean
  /** The text beside the button of the RSVP form, about the use of the data. A default text when absent. */
  consent_text?: string
  /** The text of a box in the RSVP form. A new person is then subscribed only if it is ticked. No box when absent. */
  opt_in_text?: string
  /** Whether an RSVP without a key subscribes a new person where the form has no box. It does not when absent. */
  rsvp_subscribes?: boolean
  /** Whether a ticked box subscribes only after an email to its address has been confirmed. New groups have it on. */
  confirm_opt_in?: boolean
  /** The address of the privacy policy, to which the RSVP form leads. */
  privacy_policy_url?: string
  /** The color of its public pages, `#2b4fd6`. Pages hold its lightness where words can be read. */
  color?: string
  /** The address of its logo. */
  logo_url?: string
  /** The last part of the readable address of the page of a group. */
  slug?: string
  /** The address that answers to mails of events go to, where an event has no contact. */
  reply_to?: string
  /** The group's postal address at the foot of messages, in several lines. */
  mail_address?: string
  /** The language of events that name none. English when absent. */
  language?: string
  /** The country in which visitors look for towns first, in two letters. The United States when absent. */
  country?: string
  /** Days from the last event of people until they are erased, unless something else ties them. Absent: never. */
  forget_after?: number
  /** Whether people were ever refused: RSVPs then read whom. Keys have it, too. */
  refuses_people?: boolean
}

/** Whether an RSVP subscribes a new person who has seen no box. */
export const subscribesUnasked = ({
  rsvp_subscribes = false,
  opt_in_text,
}: Pick<OwnerSettings, 'rsvp_subscribes' | 'opt_in_text'>): boolean => rsvp_subscribes && !opt_in_text

/** A change of settings: absent ones stay, null sets one back to its default. */
export type OwnerSettingsChange = { [Name in keyof OwnerSettings]?: OwnerSettings[Name] | null | undefined }

const NAMES = Object.keys({
  title: true,
  timezone_identifier: true,
  browser_rsvps: true,
  list_api_events: true,
  show_coming: true,
  language: true,
  country: true,
  rsvps_per_network: true,
  rsvps_per_event: true,
  consent_text: true,
  opt_in_text: true,
  rsvp_subscribes: true,
  confirm_opt_in: true,
  privacy_policy_url: true,
  reply_to: true,
  mail_address: true,
  color: true,
  logo_url: true,
  slug: true,
  forget_after: true,
  refuses_people: true,
} satisfies Record<keyof OwnerSettings, true>) as (keyof OwnerSettings)[]

/** Returns the settings among the attributes of a group or an account. */
export const settingsIn = (owner: object): OwnerSettings =>
  Object.fromEntries(Object.entries(owner).filter(([name]) => NAMES.includes(name as keyof OwnerSettings)))
