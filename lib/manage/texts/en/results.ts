import { inGroups } from './numbers.js'

/** English texts of statistics and reports. */
export const results = {
  statistics: {
    signedUp: 'Signed up',
    overTime: 'RSVPs over time',
    today: 'Now',
    of: (capacity: string) => `of ${capacity}`,
    brought: (accepted: string, guests: string) =>
      `${accepted === '1' ? '1 RSVP' : `${accepted} RSVPs`} + ${guests === '1' ? '1 guest' : `${guests} guests`}`,
    placesLeft: (left: number, count: string) =>
      left === 1 ? '1 spot left' : left === 0 ? 'No spots left' : `${count} spots left`,
    noRsvpsYet: 'Guests, numbers and the chart appear here with the first RSVP.',
    accepted: 'Coming',
    declined: 'Canceled',
    waitlisted: 'Waiting list',
    requested: 'Asking to come',
    attended: 'Came',
    confirmed: 'Confirmed',
    unconfirmed: (count: number) => (count > 0 ? `${inGroups(count)} not yet` : ''),
    noRsvps: 'No one has answered yet',
    chart: (total: number) => `A line of RSVPs over time, up to ${inGroups(total)}`,
    chartExplain: 'Includes canceled RSVPs.',
    bySource: 'RSVPs by source',
    source: 'Source',
    noSource: 'Direct',
    otherSources: 'Other sources',
    sourcesExplain: 'Where people found this event. Includes canceled RSVPs.',
    makeLinks: 'Under “Share”, make a link for each place.',
    counting: (counted: number, total: number) =>
      `${inGroups(counted)} of ${inGroups(total)} RSVPs counted so far. Reload in a few seconds for all of them.`,
    asTable: 'As a table',
    until: 'Until',
    rsvps: 'RSVPs',
  },

  worked: {
    rsvps: 'RSVPs',
    confirmed: 'Confirmed',
    attended: 'Came',
    bySource: 'By source',
    source: 'Source',
    byFriend: 'By who invited them',
    friend: 'Person',
    brought: (people: number, friends: string) =>
      people === 1 ? `1 person brought ${friends} more.` : `${inGroups(people)} people brought ${friends} more.`,
    unnamed: 'Someone who was erased',
    byTime: 'How early people signed up',
    time: 'Before the event',
    times: {
      day: 'The same day',
      '1': '1 day',
      '2-3': '2 to 3 days',
      '4-6': '4 to 6 days',
      '7-13': '1 week',
      '14-27': '2 to 3 weeks',
      '28': '4 weeks or more',
      after: 'After the start',
    },
    byEvent: 'By event',
    event: 'Event',
    newest: (count: number) => `These are the ${inGroups(count)} newest events of the campaign.`,
    explain:
      'All numbers are RSVPs, without the guests that they bring. Percentages are of all RSVPs, including canceled ones and the waiting list.',
    explainFriends: 'Only “By who invited them” leaves canceled RSVPs out.',
    download: 'Download as CSV',
    underWay: 'Counting the RSVPs … Reload to see the numbers.',
    countedAt: 'Counted',
  },

  report: {
    explain: 'Counts events by state and by day, and finds areas where people on your list have no event nearby.',
    make: 'Create the report',
    again: 'Update',
    underWay: (written: string, total: string) =>
      `Checking ${total} people … ${written} done. This page updates by itself.`,
    from: 'As of',
    file: 'Download events and hosts',
    events: 'Events',
    coming: 'Signed up',
    hosts: 'Hosts',
    waiting: 'To review',
    attended: 'Came',
    declined: 'Declined',
    cancelled: 'Canceled',
    byState: 'By state',
    byDay: 'By day',
    state: 'State',
    day: 'Day',
    noState: 'No state',
    noDay: 'No day',
    gaps: 'Areas without an event',
    noPlaces: 'We don’t have ZIP or postal codes for your people yet.',
    gapsOf: (people: number, count: string, placed: string, unit: 'mi' | 'km') =>
      people === 0
        ? `All ${placed} people with a postal code have a public event within ${unit === 'mi' ? '25 miles' : '40 km'}.`
        : people === 1
          ? `1 of ${placed} people with a postal code has no public event within ${unit === 'mi' ? '25 miles' : '40 km'}.`
          : `${count} of ${placed} people with a postal code have no public event within ${unit === 'mi' ? '25 miles' : '40 km'}.`,
    mapOfGaps: 'Map of people without an event near them. Everything on it is in the list.',
    peopleAround: (people: number, count: string, town: string) =>
      `${people === 1 ? '1 person' : `${count} people`}${town && ` around ${town}`}`,
    code: 'Postal code',
    town: 'Town',
    people: 'People',
    furtherCodes: (count: string) => `And ${count} more postal codes.`,
  },
}
