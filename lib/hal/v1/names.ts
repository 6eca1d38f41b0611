/* Names of version 1 for fields that several resources have. */

export const dated = { created_date: 'created_at', modified_date: 'modified_at' }

/** Those of events that callers set. */
export const eventNames = {
  origin_system: 'originating_system',
  title: 'summary',
  start_date: 'start',
  guests_can_invite_others: 'guestsCanInviteOthers',
}

export const sponsorNames = { title: 'summary', browser_url: 'url' }
