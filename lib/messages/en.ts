/** A text that depends on a number, by the categories of `Intl.PluralRules`. Its number is at `{count}`. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

const plural = (one: string, other: string): Plural => ({ one, other })

/** What the page of an event and the widget say. What stands in braces is filled in. */
export const en = {
  cancelled: 'This event is cancelled.',
  over: 'This event is over.',
  full: 'This event is full.',
  places_left: plural('{count} place left', '{count} places left'),
  online: 'Online',
  also_online: 'and online',
  your_time: 'Your time: {time}',
  hosted_by: 'Hosted by {group}',
  more: 'More about this event',
  no_rsvps: 'RSVPs are not taken here.',
  no_events: 'No events yet.',
  no_event: 'There is no such event',
  no_event_why: 'The address may be mistyped, or its organisers have hidden the event.',
  nothing: 'There is nothing at this address',
  nothing_why: 'It may be mistyped, or what was here has gone.',
  upcoming: 'Upcoming events',
  upcoming_of: 'Upcoming events: {name}',
  no_upcoming: 'No events were found.',
  place: 'Place',
  from: 'From',
  until: 'Until',
  search: 'Search',
  later: 'Later events',
  subscribe: 'Subscribe to this calendar',

  will_you_come: 'Will you come?',
  given_name: 'Given name',
  family_name: 'Family name',
  email: 'Email (required)',
  postal_code: 'Postal code',
  rsvp: 'RSVP',
  privacy_policy: 'Privacy policy',
  consent:
    'The organisers of this event receive what you enter. They may write to you about this event and others.',
  consent_with_opt_in:
    'The organisers of this event receive what you enter. They may write to you about this event.',
  terms_changed: 'The text of the form has changed. Please read it and send your RSVP again.',
  wait: 'Many people are answering at this moment. Please send your RSVP again in a minute.',
  back: 'Back to the event',
  sending: 'Sending …',
  working: 'Many people are answering. This takes a few seconds …',
  leave_empty: 'Leave this empty',
  not_recorded: 'Your RSVP was not recorded. Please try again later.',
  check_entries: 'Your RSVP was not recorded. Please check what you entered.',
  too_many: 'Too many RSVPs came from here. Please try again in a minute.',
  wrong_email: 'Enter an email address, such as name@example.org.',
  wrong_phone: 'Enter a phone number with 7 to 15 digits.',
  wrong_entry: 'Enter at most 200 characters.',

  you_are_coming: 'You are coming',
  recorded: 'Thank you: your RSVP is recorded.',
  add_to_calendar: 'Add to your calendar',
  calendar_file: 'Calendar file (.ics)',
  share: 'Share this event',
  link_copied: 'The link is copied.',
}
