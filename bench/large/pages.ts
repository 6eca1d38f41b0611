import type { Key } from '../../lib/table/table.js'
import { keyOf } from '../../lib/table/table.js'
import type { Filled } from './fill.js'
import type { Open } from './organizer.js'

/** A page that is measured, or the work of a queue between two pages. */
export interface Step {
  name: string
  path: string
  method?: 'GET' | 'POST'
  /** The work that the queue does: with the item that waits. */
  waits?: Key
  /** Whether it is a part of a file, whose time follows its size. */
  isFile?: boolean
}

/** The routes of the interface that no step measures, with the reason. */
export const NOT_MEASURED: Record<string, string> = {
  '/manage/:owner/actions/past': 'a redirect',
  '/manage/:owner/actions/all': 'a redirect',
  '/manage/events/:event/calls/print': 'a redirect',
  '/manage/events/:event/embed/preview': 'the event alone, in a frame',
  '/manage/:owner/members/:person/remove': 'the members, as their own page',
  '/manage/events/:event/write': 'a form; a helper has it alone',
  '/manage/:owner/sentence': 'a sentence about the form that is sent, without a read',
  '/manage/events/:event/change': 'a form; a helper has it alone',
  '/manage/events/:event/team': 'the links of one event, by one Query',
  '/manage/:owner/people/new': 'a form',
  '/manage/:owner/blocked': 'at most 1,000 blocks, by one Query',
  '/manage/:owner/settings/without-box': 'an explanation with a button; what counts all people is asked for',
  '/manage/:owner/settings/sign-in': 'the provider of a group and the words about its domains, at most 21 items',
  '/manage/:owner/messages/new': 'the form of a new audience, without what is advanced',
  '/manage/:owner/messages/write': 'the form of a message, as to the people of an audience',
  '/manage/:owner/targeting/:query/messages/:message': 'a message and what became of it, one item',
}

/** Returns the steps in their order. What a page shows is made first. */
export async function stepsOf({ group, event, dateOfSeries, person, campaign }: Filled, open: Open): Promise<Step[]> {
  const to = `/manage/${group}`
  const of = `/manage/events/${event}`
  const dates = `/manage/events/${dateOfSeries}/dates`
  const api = (path: string) => `/api/v2/${path}`
  /** Makes something by the API. @returns its id */
  const made = async (at: string, sent: object = {}) => {
    const { status, body } = await open('POST', api(at), { ...sent })
    if (status !== 200 && status !== 202) throw new Error(`${at} was answered ${status}: ${body.toString()}`)
    const { _links: links } = JSON.parse(body.toString()) as { _links: { self: { href: string } } }
    return links.self.href.split('/').at(-1) ?? ''
  }
  const idAfter = async (at: string, before: string) =>
    new RegExp(`${before}([0-9a-f-]{36})`).exec((await open('GET', at)).body.toString())?.[1] ?? ''
  const tag = await made('tags', { name: 'Volunteer' })
  const query = await made('targeting/queries', { title: 'Everyone who comes', include: [event] })
  const result = await made(`targeting/queries/${query}/results`)
  const webhook = await made('webhooks', {
    url: 'https://hooks.example.org/turnout',
    types: ['event.created'],
  })
  await open('POST', `${to}/calendars`, { title: 'All' })
  const guest = await idAfter(`${of}/guests`, `${of}/guests/`)
  const filter = (text: string) => `filter=${encodeURIComponent(text)}`

  const ofOwner: [string, string][] = [
    ['Home', ''],
    ['Find anything', '/find?q=kafor'],
    ['Actions', '/actions'],
    ['Actions, the last page', '/actions?page=80'],
    ['New event', '/actions/new'],
    ['Addresses of events', '/addresses'],
    ['Copy a week', '/actions/copy-week'],
    ['People', '/people'],
    ['People, page 1,000', '/people?page=1000'],
    ['People by name', '/people?find=kafor'],
    ['A person', `/people/${person}`],
    ['Edit a person', `/people/${person}/edit`],
    ['Erase a person', `/people/${person}/erase`],
    ['Merge a person', `/people/${person}/merge`],
    ['Import', '/import'],
    ['Tags', '/tags'],
    ['A tag', `/tags/${tag}`],
    ['Targeting', '/targeting'],
    ['New query', '/targeting/new'],
    ['A query of everyone', `/targeting/${query}`],
    ['Edit a query', `/targeting/${query}/edit`],
    ['The people of a query, a part', `/targeting/${query}/people.csv`],
    ['Messages', '/messages'],
    ['New message', `/targeting/${query}/messages`],
    ['Campaigns', '/campaigns'],
    ['New campaign', '/campaigns/new'],
    ['A campaign', `/campaigns/${campaign}`],
    ['Edit a campaign', `/campaigns/${campaign}/edit`],
    ['Review', `/campaigns/${campaign}/review`],
    ['Numbers of a campaign', `/campaigns/${campaign}/numbers`],
    ['What worked in a campaign', `/campaigns/${campaign}/worked`],
    ['Messages to hosts', `/campaigns/${campaign}/messages`],
    ['Calendars', '/calendars'],
    ['Keys', '/keys'],
    ['Webhooks', '/webhooks'],
    ['A webhook', `/webhooks/${webhook}`],
    ['New webhook', '/webhooks/new'],
    ['Edit a webhook', `/webhooks/${webhook}/edit`],
    ['Remove a webhook', `/webhooks/${webhook}/remove`],
    ['Members', '/members'],
    ['Settings', '/settings'],
    ['Settings: looks', '/settings/looks'],
    ['Settings: email', '/settings/email'],
    ['Settings: privacy', '/settings/privacy'],
    ['Settings: access', '/settings/access'],
    ['Mails', '/settings/mails'],
    ['A mail', '/settings/mails/confirmation'],
    ['Chosen mails', '/settings/reports'],
    ['Log', '/log'],
  ]
  const ofEvent: [string, string][] = [
    ['Guests', '/guests'],
    ['Guests, page 500', '/guests?page=500'],
    ['Guests who canceled', '/guests?status=cancelled'],
    ['Guests by name', '/guests?find=kafor'],
    ['Guests by email', '/guests?find=7%40bench.example'],
    ['Answers of a guest', `/guests/${guest}/answers`],
    ['The file of guests at once', '/guests.csv'],
    ['Door', '/door'],
    ['Door, the next guests', '/door/guests?from=501'],
    ['Calls', '/calls'],
    ['What worked', '/worked'],
    ['Mails of an event', '/mails'],
    ['A mail of an event', '/mails/confirmation'],
    ['Message to guests', '/messages'],
    ['Share', '/embed'],
    ['Edit', '/edit'],
    ['Cancel', '/cancel'],
    ['Discard', '/discard'],
  ]
  return [
    { name: 'The people of a query', path: '', waits: keyOf.result(query, result) },
    ...ofOwner.map(([name, path]) => ({ name, path: to + path, isFile: path.endsWith('.csv') })),
    { name: 'Numbers of a campaign, asked for', path: `${to}/campaigns/${campaign}/numbers`, method: 'POST' },
    { name: 'The numbers of a campaign', path: '', waits: keyOf.campaignReport(campaign) },
    { name: 'Numbers of a campaign, counted', path: `${to}/campaigns/${campaign}/numbers` },
    { name: 'The file of events and hosts', path: `${to}/campaigns/${campaign}/numbers/1`, isFile: true },
    { name: 'The file of what worked', path: `${to}/campaigns/${campaign}/worked.csv`, isFile: true },
    { name: 'Owners', path: '/manage' },
    { name: 'You', path: '/manage/you' },
    { name: 'Statistics, nothing counted yet', path: of },
    { name: 'The count of statistics', path: '', waits: keyOf.rsvpSources(event) },
    { name: 'Statistics, all counted', path: of },
    ...ofEvent.map(([name, path]) => ({ name, path: of + path })),
    { name: 'The count of what worked', path: '', waits: keyOf.whatWorked(event) },
    { name: 'What worked, all counted', path: `${of}/worked` },
    { name: 'The file of what worked at an event', path: `${of}/worked.csv`, isFile: true },
    { name: 'Dates of a series', path: dates },
    { name: 'Guests of a series', path: `${dates}/guests` },
    { name: 'The file of guests of a series', path: `${dates}/guests.csv`, isFile: true },
    { name: 'The file of guests, asked for', path: `${of}/guests/file`, method: 'POST' },
    { name: 'The file of all guests', path: '', waits: keyOf.guestsFile(event) },
    { name: 'The file of guests', path: `${of}/guests/file` },
    { name: 'The file of guests, downloaded', path: `${of}/guests/file/1`, isFile: true },
    { name: 'API: events', path: api('events') },
    { name: 'API: people, page 1,000', path: api('people?page=1000&per_page=100') },
    { name: 'API: attendances, page 1,000', path: api(`events/${event}/attendances?page=1000&per_page=100`) },
    { name: 'API: people, `family_name eq`', path: api(`people?${filter("family_name eq 'X'")}`) },
    {
      name: "API: attendances, `status eq 'declined'`",
      path: api(`events/${event}/attendances?${filter("status eq 'declined'")}`),
    },
  ]
}
