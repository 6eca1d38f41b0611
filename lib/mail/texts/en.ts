/** Texts of mails. Names in braces are filled in; a paragraph whose braces are all empty is left out. */
export const en = {
  greeting: 'Hello {given_name},',
  greeting_without_name: 'Hello,',
  footer_contact: 'Questions about this event: {contact}',
  footer_event: 'You get this mail because you answered that you would come to this event.',
  footer_quiet: 'See your RSVP, or end these reminders: {rsvp}',
  footer_passed_over:
    'Your party is larger than the event now, and the line goes on without you. With fewer guests you are in line again: {rsvp}',
  footer_message: 'You get this mail because you are on the mailing list of {group}.',
  footer_organiser: 'You get this mail because you have chosen it for the events of your group.',
  unsubscribe: 'Take me off the mailing list: {address}',
  contact: 'Contact: {address}',
  unknown_time: 'The time is not set yet.',
  next: 'What you may come to next:',
  guests: 'You bring guests: {count}.',

  confirmation: {
    subject: 'You are coming: {event}',
    body: `{greeting}

your RSVP for {event} is recorded.

{when}
{where}

{instructions}

See, change or cancel your RSVP:
{rsvp}

{event_page}

{next}`,
  },
  waitlisted: {
    subject: 'You are on the waiting list: {event}',
    body: `{greeting}

all places of {event} are taken or waited for. You are on the waiting list, and we write to you when there is a place
for you.

{when}
{where}

See your place or leave the list:
{rsvp}`,
  },
  requested: {
    subject: 'You have asked to come: {event}',
    body: `{greeting}

you have asked to come to {event}. The organisers look at each request, and we write to you when they have decided.

{when}
{where}

{guests}

See or withdraw your request:
{rsvp}`,
  },
  'request-declined': {
    subject: 'Your request was not accepted: {event}',
    body: `{greeting}

the organisers of {event} could not accept your request to come.

{when}

{note}`,
  },
  promoted: {
    subject: 'There is a place for you: {event}',
    body: `{greeting}

there is a place for you now: you are coming to {event}.

{when}
{where}

{instructions}

Should you not be able to come, please cancel here, so that the next person gets the place:
{rsvp}`,
  },
  changes: {
    new_time: 'New time: {now} (it was {before}).',
    new_place: 'New place: {now} (it was {before}).',
    new_instructions: 'There are new instructions, below.',
  },
  changed: {
    subject: 'Changed: {event}',
    body: `{greeting}

There's a change to {event}:

{changes}

{when}
{where}

{instructions}

See, change or cancel your RSVP:
{rsvp}`,
  },
  cancelled: {
    subject: 'Cancelled: {event}',
    body: `{greeting}

the organisers have cancelled {event}.

{when}
{where}`,
  },
  reminder: {
    subject: 'Tomorrow: {event}',
    body: `{greeting}

{event} starts in 24 hours.

{when}
{where}

{instructions}

Will you be there? Please confirm, or cancel if you cannot come, so that someone else gets your place:
{rsvp}`,
  },
  extra: {
    subject: '{event}',
    body: `{greeting}

{text}

{when}
{where}

{instructions}

See, change or cancel your RSVP:
{rsvp}`,
  },
  'follow-up': {
    subject: 'Thank you for coming: {event}',
    body: `{greeting}

thank you for coming to {event}. It was good to have you there.

{event_page}

{next}`,
  },
  'follow-up-missed': {
    subject: 'We missed you: {event}',
    body: `{greeting}

we missed you at {event}. We hope that you can come another time.

{event_page}

{next}`,
  },
  eve: {
    subject: 'Tomorrow: {event} ({coming})',
    body: `Hello,

{event} takes place tomorrow.

{when}
{where}

Coming, with guests: {coming}
Confirmed: {confirmed}
Not confirmed yet: {unconfirmed}
On the waiting list: {waiting}

Call the people who have not confirmed: {calls}

All guests: {guests}`,
  },
  report: {
    subject: 'How it was: {event}',
    body: `Hello,

{event} is over.

{when}
{where}

Confirmed: {confirmed}
Came: {attended} of {coming}
{no_one}

What worked: {worked}

What comes next: thank people or invite them again ({guests}), or plan the next event as a copy of this one
({copy}).`,
    no_one: 'No one was marked as there. You can still mark people in the list of guests.',
  },
  'sign-in': {
    subject: 'Your link to sign in',
    body: `Hello,

with this link you sign in to manage your events. It works once, within 15 minutes:

{link}

If you did not ask for it, ignore this mail.`,
  },
  'passkey-added': {
    subject: 'A passkey was added to your address',
    body: `Hello,

a passkey was added with which {address} signs in to manage events: {name}.

If it was not you, sign in, remove it, and sign out on all devices:

{link}`,
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your address',
    body: `Hello,

a passkey was removed with which {address} signed in to manage events: {name}.

If it was not you, sign in, look at the passkeys that are left, and sign out on all devices:

{link}`,
  },
  invited: {
    subject: '{by} invites you to organise events of {group}',
    body: `Hello,

{by} has added you to the team of {group}. You sign in with this address, {address}, and need no password:

{link}

Enter the address there, and a link comes by mail.`,
  },
  'team-link': {
    subject: 'Help with {event}',
    body: `Hello,

{group} asks you to help with {event}. This link opens it on up to five devices, without an account:

{link}

It is for you: please do not pass it on. If you did not expect it, ignore this mail.`,
  },
  'webhook-disabled': {
    subject: 'A webhook was disabled',
    body: `Hello,

a webhook of {group} was disabled, because its receiver did not answer as it should:

{webhook}

Mend the receiver, then enable the webhook again:

{link}`,
  },
  'own-data': {
    subject: 'Your data',
    body: `Hello,

you asked for what we keep about you. This link downloads it, within an hour:

{link}

It is for you alone: please do not pass it on. If you did not ask for it, ignore this mail.`,
  },
  'opt-in': {
    subject: 'Please confirm: mail to this address',
    body: `Hello,

with this address, a box was ticked on {page}:

“{text}”

If it was you, open this link and press the button there. Only then do we write to you about more than your RSVP:

{link}

If it was not you, do nothing: you are on no mailing list.`,
  },
  'host-verify': {
    subject: 'Confirm your event: {event}',
    body: `Hello,

someone has filled in the form to host an event of {campaign} with this address:

{event}

If it was you, open this link within 48 hours, look at the event, and publish it:

{link}

If it was not you, do nothing. No event is made, and we keep nothing.`,
  },
  'to-review': {
    subject: 'To review: {event}',
    body: `Hello,

A supporter wants to host an event of {campaign}:

{event}
{when}

Look at it and approve or decline it here:
{link}`,
  },
  'requests-wait': {
    subject: 'Requests wait: {event}',
    body: `Hello,

People have asked to come to an event, and some have waited for an answer for a day:

{event}
{when}

Waiting: {waiting}

Approve or decline them here:
{link}`,
  },
  'host-approved': {
    subject: 'Your event is public: {event}',
    body: `{greeting}

{event} can be found by anyone now:

{page}

Here you see who comes, write to your guests, and change or cancel the event. The link is yours alone:

{link}

{note}

{instructions}`,
  },
  'host-declined': {
    subject: 'Not accepted: {event}',
    body: `{greeting}

the team of {campaign} has not accepted {what}:

{event}

{note}`,
    what_event: 'your event',
    what_change: 'the change of your event, which stays as it was',
  },
}
