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

  will_you_come: 'Will you come?',
  given_name: 'Given name',
  family_name: 'Family name',
  email: 'Email (required)',
  postal_code: 'Postal code',
  rsvp: 'RSVP',
  needs_script: 'The form is a script, which this browser does not run.',
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

  you_are_not_coming: 'You are not coming.',
  you_wait: 'You are on the waiting list.',
  decline: 'I cannot come',
  accept: 'I am coming after all',
  unsubscribe: 'Take me off the mailing list',
  unsubscribed: 'You are not on the mailing list.',
  no_rsvp: 'This link leads to no RSVP',
  no_rsvp_why: 'It may be cut off or no longer valid. The organisers can send you a new one.',
  rsvp_unchanged: 'Your RSVP has not changed',
  unknown_action: 'This page cannot do that. Go back and use one of its buttons.',
  try_again: 'Something went wrong. Go back and try again in a minute.',
}
