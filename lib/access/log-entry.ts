import type { Owner } from '../runtime/owner.js'

/** Every change that the organizer's interface makes, by the words of its log. */
export const LOGGED = [
  'event_created',
  'event_changed',
  'event_hidden',
  'event_unhidden',
  'event_cancelled',
  'banner_changed',
  'guest_added',
  'guest_cancelled',
  'guest_told',
  'guest_restored',
  'guest_link_sent',
  'guest_seated',
  'guest_first',
  'request_approved',
  'request_declined',
  'guest_party_changed',
  'guest_answers_changed',
  'guest_called',
  'guest_attended',
  'guest_not_attended',
  'guests_downloaded',
  'list_sent',
  'hosts_downloaded',
  'people_downloaded',
  'file_imported',
  'person_added',
  'person_corrected',
  'person_erased',
  'contact_blocked',
  'contact_unblocked',
  'people_forgotten',
  'address_lifted',
  'persons_merged',
  'tag_created',
  'person_tagged',
  'person_untagged',
  'query_saved',
  'query_run',
  'campaign_created',
  'campaign_changed',
  'event_approved',
  'event_declined',
  'host_trusted',
  'host_distrusted',
  'host_link_sent',
  'host_link_revoked',
  'people_asked',
  'team_link_created',
  'team_link_opened',
  'team_link_revoked',
  'calendar_created',
  'calendar_revoked',
  'key_created',
  'key_limited',
  'key_revoked',
  'member_added',
  'member_changed',
  'member_removed',
  'passkey_added',
  'passkey_removed',
  'mail_worded',
  'message_sent',
  'message_tested',
  'settings_changed',
  'provider_changed',
  'provider_removed',
  'signed_in_by_provider',
  'webhook_created',
  'webhook_changed',
  'webhook_enabled',
  'webhook_disabled',
  'webhook_secret_rotated',
  'webhook_redelivered',
  'webhook_removed',
] as const
export type Logged = (typeof LOGGED)[number]

/**
 * A change that was made in the organizer's interface, or follows from its settings. It names people by id only, so
 * that an erasure reaches them.
 */
export interface LogEntry {
  id: string
  owner: Owner
  created_date: string
  /** Person id of the member who made the change; absent where the service did, as a setting says. */
  person?: string | undefined
  /** The name of the link by which somebody without an account made it, which outlives an erasure. */
  helper?: string | undefined
  action: Logged
  /** The changed thing: its id, and its title at the time. */
  subject?: { id: string; title?: string | undefined } | undefined
  /** The changed part: names of fields, a role. */
  detail?: string | undefined
}
