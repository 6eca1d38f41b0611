import { inGroups } from './numbers.js'

/** English texts of statistics and reports. */
export const results = {
  statistics: {
    signedUp: 'Signed up',
    overTime: 'RSVPs over time',
    today: 'Now',
    of: (capacity: string) => `of ${capacity}`,
    brought: (accepted: string, guests: string) => `${accepted} RSVPs, ${guests} brought along`,
    placesLeft: (left: number, count: string) =>
      left === 1 ? 'One place left' : left === 0 ? 'No place left' : `${count} places left`,
    noRsvpsYet: 'Guests, numbers and the chart appear here with the first RSVP.',
    accepted: 'Coming',
    declined: 'Cancelled',
    waitlisted: 'Waiting',
    requested: 'Asking to come',
    attended: 'Came',
    confirmed: 'Confirmed',
    unconfirmed: (count: number) => (count > 0 ? `${inGroups(count)} not yet` : ''),
    noRsvps: 'No one has answered yet',
    chart: (total: number) => `A line of RSVPs over time, up to ${inGroups(total)}`,
    chartExplain: 'All RSVPs, also cancelled ones. The counts above are exact.',
    bySource: 'RSVPs by source',
    source: 'Source',
    noSource: 'None named',
    otherSources: 'Further sources',
    sourcesExplain: 'An RSVP names its source, for example a link in a newsletter. Cancelled RSVPs count, too.',
    counting: (counted: number, total: number) =>
      `${inGroups(counted)} of ${inGroups(total)} RSVPs are counted so far. Load the page again in a few seconds for all of them.`,
    asTable: 'As a table',
    until: 'Until',
    rsvps: 'RSVPs',
  },

  worked: {
    rsvps: 'RSVPs',
    confirmed: 'Confirmed',
    attended: 'Came',
    units: { rsvps: 'RSVPs', confirmed: 'confirmed', attended: 'came' },
    bySource: 'By source',
    source: 'Source',
    byFriend: 'By the person who brought them',
    friend: 'Person',
    brought: (people: number, friends: string) =>
      people === 1 ? `One person has brought ${friends}.` : `${inGroups(people)} people have brought ${friends}.`,
    unnamed: 'Someone who was erased',
    byTime: 'By how long before the event',
    time: 'Days before',
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
      'Shares are of all RSVPs, including those of people who cancelled or wait. Friends who cancelled are not counted.',
    download: 'Download as CSV',
    underWay: 'The RSVPs are being counted. This page shows the numbers when it is loaded again.',
    countedAt: 'Counted',
  },

  report: {
    explain: 'Counts the events by state and day, and finds where people of your list have no event near them.',
    make: 'Make the report',
    again: 'Make it again',
    underWay: (written: string, total: string) =>
      `${written} of ${total} people are looked at. This page loads again by itself.`,
    from: 'From',
    file: 'Events and hosts as CSV',
    events: 'Events',
    coming: 'Coming',
    hosts: 'Hosts',
    waiting: 'To review',
    attended: 'Came',
    cancelled: 'Cancelled',
    byState: 'By state',
    byDay: 'By day',
    state: 'State',
    day: 'Day',
    noState: 'No state',
    noDay: 'No day',
    gaps: 'Where no event is near',
    noPlaces: 'No one in your list has a postal code that is known.',
    gapsOf: (people: number, count: string, placed: string) =>
      people === 1
        ? `One of ${placed} people with a postal code has no public event within 25 miles.`
        : `${count} of ${placed} people with a postal code have no public event within 25 miles.`,
    mapOfGaps: 'Map of people without an event near them. Everything on it is in the list.',
    peopleAround: (people: number, count: string, town: string) =>
      `${people === 1 ? 'One person' : `${count} people`}${town && ` around ${town}`}`,
    code: 'Postal code',
    town: 'Town',
    people: 'People',
    furtherCodes: (count: string) => `And ${count} further postal codes.`,
  },
}
