import { type Key, type Kind, exempt, single } from './kind.js'

const ALONE = exempt('No other item has to agree with it.')
const PASSES = exempt('It expires, and the supporter can ask again.')

/** Events that supporters host. */
export const hosting = {
  hostRequest: {
    title: 'request of a supporter to host an event',
    key: (id: string): Key => ({ pk: `host_request#${id}`, sk: 'host_request' }),
    parts: ['id'],
    transfer: PASSES,
    audit: ALONE,
    expires: true,
  },
  /** A mailbox has a few of them, so that no more of its links are unanswered. */
  hostLinkSlot: {
    title: 'unanswered link of a mailbox',
    key: (mailbox: string, slot: number): Key => ({ pk: `host_request#${mailbox}`, sk: `slot#${slot}` }),
    parts: ['mailbox', 'slot'],
    transfer: PASSES,
    audit: ALONE,
    expires: true,
  },
  /** Written with the event, so that the queue is as certain as the review. */
  waitingReview: {
    title: 'event of a campaign that waits for a review',
    key: (campaign: string, since: string, event: string): Key => ({
      pk: `reviews#${campaign}`,
      sk: `since ${since}#${event}`,
    }),
    parts: ['campaign', 'since', 'event'],
    transfer: exempt('It follows from its event, with which an import writes it.'),
    audit: exempt('It names an event, whose review says whether it waits.'),
    expires: false,
  },
  hostOfEvent: {
    title: 'host of an event in a campaign',
    key: (campaign: string, person: string, event: string): Key => ({
      pk: `event_campaign#${campaign}`,
      sk: `host#${person}#${event}`,
    }),
    parts: ['campaign', 'person', 'event'],
    transfer: exempt('It follows from its event, with which an import writes it.'),
    audit: exempt('It names an event, which says who hosts it.'),
    expires: false,
  },
  campaignReport: {
    title: 'numbers of a campaign, and the file of its events and hosts',
    key: (campaign: string): Key => ({ pk: `campaign_report#${campaign}`, sk: 'report' }),
    parts: ['campaign'],
    transfer: exempt('It expires, and can be asked for again.'),
    audit: exempt('It says what was true at one time.'),
    expires: true,
  },
  trustedHost: {
    title: 'host whose events a campaign does not review',
    key: (campaign: string, person: string): Key => ({
      pk: `event_campaign#${campaign}`,
      sk: `trust#${person}`,
    }),
    parts: ['campaign', 'person'],
    transfer: single('trusted_host', ['campaign', 'person'], { partOf: 'campaign' }),
    audit: ALONE,
    expires: false,
  },
} satisfies Record<string, Kind>
