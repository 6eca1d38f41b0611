import { plural } from '../../texts/en.js'

/** The texts of the pages on which visitors find events. */
export const en = {
  near: 'Postal code or town',
  use_my_location: 'Use my location',
  not_located: 'Your browser did not tell where you are',
  unknown_place:
    'This place is not known. Enter a postal code, or a town and its state, such as Springfield, IL.',
  within_of: 'Events within {reach} of {town}',
  none_within: 'No event within {reach} of {town}',
  nearest: 'This is the nearest one:',
  further: 'More events',
  events: plural('{count} event', '{count} events'),
  events_around: '{events} around {town}',
  map_of: 'Map of {events}. Everything on it is in the list.',
  map_hint: 'Choose a circle to see its events in the list.',
  number_of_events: 'Events',
  number_of_regions: 'States and provinces',
  number_of_placeless: 'Online or without a place',
  number_of_people: 'People coming',
  biggest: 'The next big ones',
  more_dates: plural('and {count} more date', 'and {count} more dates'),
  people_coming: plural('{count} person comes', '{count} people come'),
  all_kinds: 'All',
  only_in_person: 'In person',
  only_online: 'Online',
  only_open: 'With places left',
  full_badge: 'Full',
  waitlist_badge: 'Waiting list',
  address_for_guests: 'Address for guests',
  host_title: 'Closer to home? Host one.',
  host_event: 'Host an event',
}
