import { plural } from '../../../texts/en.js'

/** The texts of what follows an RSVP: bringing friends, and further events. */
export const en = {
  invite: 'I am going to {event}. Come with me:',
  share: 'Share',
  your_link: 'Your own link',
  link_why: 'Who comes by it counts as brought by you. It says nothing about you.',
  brought: plural('You brought {count} person.', 'You brought {count} people.'),
  next: 'What comes next',
  attend: 'I will come, too',
  attend_event: 'I will come, too: {event}',
  none: 'Nothing else is planned yet.',
  all_of: 'All events of {name}',
}
