import { beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../support/rooms.js'
import { demo, givenEvent, send, type Sending } from '../../support/service.js'

/*
 * Mistakes that developers make. Each is answered so that a stranger mends the request at once: with a status, a code
 * for programs, and words that say what to do. A mistake that is harmless is answered with 200, and what was not taken
 * is named.
 */

/** The valid minimum of an event. */
const MINIMUM = { title: 'T', origin_system: 'S' }
const PERSON = { email_addresses: [{ address: 'a@example.org' }] }
const V1 = { summary: 'T', originating_system: 'S', location: { postal_code: '20009' } }
const KEY = demo.group.key
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Event and its id stand in requests for those of an event that is there. */
const [EVENT, ID] = ['{event}', '{id}']

interface Answered {
  status: number
  code?: string
  /** Words of the answer, or of its header `Osdi-Ignored`. */
  says?: string[]
}

type Mistake = [name: string, method: string, path: string, body: unknown, sending: Sending, answered: Answered]

const post = (path: string, body: unknown, answered: Answered, name: string, sending: Sending = {}): Mistake => [
  name,
  'POST',
  path,
  body,
  sending,
  answered,
]
const get = (path: string, answered: Answered, name: string, sending: Sending = {}): Mistake => [
  name,
  'GET',
  path,
  undefined,
  sending,
  answered,
]
const put = (path: string, body: unknown, answered: Answered, name: string, sending: Sending = {}): Mistake => [
  name,
  'PUT',
  path,
  body,
  sending,
  answered,
]

const events = '/api/v2/events'
const attendances = `${EVENT}/attendances`
const ofEvent = (fields: object) => ({ ...MINIMUM, ...fields })
const filtered = (filter: string, of = events) => `${of}?filter=${encodeURIComponent(filter)}`
const headers = (named: Record<string, string>): Sending => ({ headers: named })
const keyless = (named: Record<string, string> = {}): Sending => ({ key: null, headers: named })

const mistakes: Mistake[] = [
  get(events, { status: 403, code: 'forbidden', says: ['OSDI-API-Token'] }, 'no key', keyless()),
  get(
    events,
    {
      status: 403,
      code: 'forbidden',
      says: ['API Key invalid or not present. Send it in the header OSDI-API-Token'],
    },
    'the key as a bearer token',
    keyless({ Authorization: `Bearer ${KEY}` }),
  ),
  get(
    events,
    {
      status: 403,
      code: 'forbidden',
      says: ['API Key invalid or not present. Send it in the header OSDI-API-Token'],
    },
    'the header of version 1 on version 2',
    keyless({ 'api-key': KEY }),
  ),
  get(
    '/api/v1/events',
    { status: 403, code: 'forbidden', says: ['header api-key'] },
    'the header of version 2 on version 1',
    keyless({ 'OSDI-API-Token': KEY }),
  ),
  get(
    events,
    {
      status: 403,
      code: 'forbidden',
      says: ['API Key invalid or not present. Send it in the header OSDI-API-Token'],
    },
    'a header with underscores',
    keyless({ OSDI_API_TOKEN: KEY }),
  ),
  get(
    events,
    {
      status: 403,
      code: 'forbidden',
      says: ['API Key invalid or not present. Send it in the header OSDI-API-Token'],
    },
    'a key in quotes',
    { key: `"${KEY}"` },
  ),
  get(
    `${events}?api_key=${KEY}`,
    {
      status: 403,
      code: 'forbidden',
      says: ['API Key invalid or not present. Send it in the header OSDI-API-Token'],
    },
    'the key in the query',
    keyless(),
  ),
  post(
    events,
    {},
    { status: 400, code: 'required', says: ['origin_system is required', 'title is required'] },
    'an empty object',
  ),
  post(
    events,
    { title: 'T' },
    { status: 400, code: 'required', says: ['origin_system is required'] },
    'no origin_system',
  ),
  post(
    events,
    { summary: 'T', originating_system: 'S', start: '2027-01-01' },
    {
      status: 400,
      code: 'required',
      says: ['`summary` is its name in another version; this version has `title`', 'start'],
    },
    'names of version 1 on version 2',
  ),
  post(
    '/api/v1/events',
    { ...MINIMUM, location: V1.location },
    {
      status: 400,
      code: 'required',
      says: ['`title` is its name in another version; this version has `summary`'],
    },
    'names of version 2 on version 1',
  ),
  post(
    '/api/v1/events',
    { summary: 'T', originating_system: 'S' },
    { status: 400, code: 'required', says: ['location.postal_code is required'] },
    'no postal code on version 1',
  ),
  post(
    events,
    ofEvent({ title: 5 }),
    { status: 400, code: 'malformed', says: ['title must be a string'] },
    'a number for a title',
  ),
  post(
    events,
    ofEvent({ title: '\u{200b}\u{2060}' }),
    { status: 400, code: 'required', says: ['title is required'] },
    'a title that shows nothing',
  ),
  post(
    events,
    ofEvent({ identifiers: 'a:b' }),
    { status: 400, code: 'malformed', says: ['identifiers must be an array of at most 80 entries'] },
    'a text for identifiers',
  ),
  post(
    events,
    ofEvent({ identifiers: ['1234'] }),
    {
      status: 400,
      code: 'malformed',
      says: ['identifiers[0] must have the form <system_name>:<id>, in at most 512 bytes'],
    },
    'an identifier without its system',
  ),
  post(events, '{"title":"T",}', { status: 400, code: 'not_json', says: ['character 14'] }, 'a comma at the end'),
  post(events, "{'title':'T'}", { status: 400, code: 'not_json', says: ['character 2'] }, 'single quotes'),
  post(events, '', { status: 400, code: 'not_json', says: ['empty'] }, 'an empty body'),
  post(events, '{"title":"T"', { status: 400, code: 'not_json', says: ['ends too soon'] }, 'a body that is cut off'),
  post(
    events,
    'title=T&origin_system=S',
    {
      status: 415,
      code: 'unsupported_media_type',
      says: ['The body must be application/json or application/hal+json'],
    },
    'a form',
    headers({ 'content-type': 'application/x-www-form-urlencoded' }),
  ),
  post(
    events,
    JSON.stringify(MINIMUM),
    {
      status: 415,
      code: 'unsupported_media_type',
      says: ['The body must be application/json or application/hal+json'],
    },
    'plain text',
    headers({ 'content-type': 'text/plain' }),
  ),
  post(
    events,
    '<event/>',
    {
      status: 415,
      code: 'unsupported_media_type',
      says: ['The body must be application/json or application/hal+json'],
    },
    'XML',
    headers({ 'content-type': 'application/xml' }),
  ),
  post(
    events,
    JSON.stringify([MINIMUM]),
    { status: 400, code: 'not_an_object', says: ['a JSON object, and is an array'] },
    'an array of events',
  ),
  post(
    events,
    { event: MINIMUM },
    { status: 400, code: 'required', says: ['event', 'title is required'] },
    'an event in an envelope',
  ),
  post(
    events,
    ofEvent({ location: 'Denver, CO' }),
    { status: 400, code: 'malformed', says: ['location must be an object'] },
    'a text for a location',
  ),
  post(
    events,
    ofEvent({ location: { country: 'United States' } }),
    {
      status: 400,
      code: 'malformed',
      says: ['location.country must be a two-letter country code (ISO 3166-1): US, CA; GB is the United Kingdom'],
    },
    'the name of a country',
  ),
  post(
    events,
    ofEvent({ location: { country: 'UK' } }),
    { status: 400, code: 'malformed', says: ['GB is the United Kingdom'] },
    'UK for a country',
  ),
  post(
    events,
    ofEvent({ location: { address_lines: 'x', postal_code: 20009 } }),
    { status: 400, code: 'malformed', says: ['location.address_lines must be an array of strings'] },
    'a number for a postal code',
  ),
  post(
    events,
    ofEvent({ start_date: '11/03/2026 6:30 PM' }),
    { status: 400, code: 'malformed', says: ['2026-11-03T18:30:00Z'] },
    'an American date',
  ),
  post(
    events,
    ofEvent({ start_date: 1793730600 }),
    { status: 400, code: 'malformed', says: ['2026-11-03T18:30:00Z'] },
    'a Unix time',
  ),
  post(
    events,
    ofEvent({ start_date: 'Tue, 03 Nov 2026 18:30:00 GMT' }),
    {
      status: 400,
      code: 'malformed',
      says: ['start_date must be a date and time that exists, such as 2026-11-03T18:30:00Z'],
    },
    'a date of mails',
  ),
  post(
    events,
    ofEvent({ start_date: '2027-02-30T10:00' }),
    {
      status: 400,
      code: 'malformed',
      says: ['start_date must be a date and time that exists, such as 2026-11-03T18:30:00Z'],
    },
    'a day that does not exist',
  ),
  post(
    events,
    ofEvent({ start_date: '2027-02-20T10:00', end_date: '2027-02-19T10:00' }),
    { status: 200 },
    'an end before the start',
  ),
  post(
    events,
    ofEvent({ timezone_identifier: 'EST5' }),
    {
      status: 400,
      code: 'malformed',
      says: ['timezone_identifier must be a time zone of the IANA database, such as America/New_York'],
    },
    'a time zone that is none',
  ),
  post(
    events,
    ofEvent({ browser_url: 'www.example.org' }),
    {
      status: 400,
      code: 'malformed',
      says: ['browser_url must be an absolute http or https address without blanks'],
    },
    'an address without its scheme',
  ),
  post(events, ofEvent({ capacity: 10 }), { status: 200, says: ['capacity'] }, 'a field that only the interface sets'),
  post(
    events,
    ofEvent({ descripton: 'x' }),
    { status: 200, says: ['descripton'] },
    'a typing error in the name of a field',
  ),
  post(events, ofEvent({ reminders: 'email' }), { status: 200, says: ['reminders'] }, 'a text for reminders'),
  post(events, ofEvent({ status: 'cancelled' }), { status: 200, says: ['status'] }, 'a status on POST'),
  get(
    `${events}/${UNKNOWN}`,
    { status: 404, code: 'not_found', says: ['Nothing here has this id, or it belongs to others'] },
    'an id that nothing has',
  ),
  get(
    `${events}/service:${ID}`,
    { status: 404, code: 'not_found', says: ['the id stands alone'] },
    'an id with its prefix',
  ),
  get(
    `${events}/example:phone-bank-1`,
    { status: 404, code: 'not_found', says: ['?filter=identifier eq'] },
    'an identifier for an id',
  ),
  get(`${events}/1234`, { status: 404, code: 'not_found', says: ['UUID'] }, 'a number for an id'),
  get(`${events}/{ID}`, { status: 404, code: 'not_found', says: ['in small letters'] }, 'an id in capitals'),
  get(`${EVENT}.json`, { status: 404, code: 'not_found', says: ['the id stands alone'] }, 'an ending of files'),
  get(
    '/api/v2/Events',
    { status: 404, code: 'no_such_address', says: ['Did you mean', '/api/v2/events?'] },
    'capitals in a path',
  ),
  get('/api/v2/event', { status: 404, code: 'no_such_address', says: ['/api/v2/events?'] }, 'the singular'),
  get(
    `${EVENT}/attendance`,
    { status: 404, code: 'no_such_address', says: ['/attendances?'] },
    'a path of version 1 on version 2',
  ),
  get(
    `/api/v1/events/${ID}/attendances`,
    { status: 404, code: 'no_such_address', says: ['/attendance?'] },
    'a path of version 2 on version 1',
  ),
  get('/api/events', { status: 404, code: 'no_such_address', says: ['/api/v2/events?'] }, 'no version'),
  get(
    '/api/v3/events',
    { status: 404, code: 'no_such_address', says: ['/api/v2/events?'] },
    'a version that is to come',
  ),
  get(
    '/api/v2/rsvps',
    { status: 404, code: 'no_such_address', says: ['/api/v2 links to every collection'] },
    'a collection that there is not',
  ),
  get('/api', { status: 404, code: 'no_such_address', says: ['/api/v2?'] }, 'the beginning of the API'),
  get('/API/V2/EVENTS', { status: 404, code: 'no_such_address', says: ['/api/v2/events?'] }, 'an address in capitals'),
  get(
    `/api/v2/campaigns`,
    { status: 404, code: 'no_such_address', says: ['/api/v2/event_campaigns?'] },
    'another name of campaigns',
  ),
  get(`${events}?page=0`, { status: 200 }, 'page 0'),
  get(`${events}?page=abc`, { status: 200 }, 'a page that is no number'),
  get(`${events}?page=9999`, { status: 200 }, 'a page past the end'),
  get(`${events}?per_page=1000`, { status: 200 }, 'too many on a page'),
  get(`${events}?limit=5`, { status: 200, says: ['limit'] }, 'limit'),
  get(`${events}?sort=title&order=desc`, { status: 200, says: ['sort, order'] }, 'sort'),
  get(`${events}?$filter=title%20eq%20'x'`, { status: 200, says: ['filter'] }, '$filter'),
  get(
    `${events}?filter=start_date%20gt%202026-11-01%2010:00`,
    { status: 400, code: 'malformed_filter', says: ['in quotes'] },
    'a date with a blank that is not quoted',
  ),
  get(
    filtered("name eq 'x'"),
    { status: 400, code: 'unknown_field', says: ['title, start_date'] },
    'a filter by a field that has none',
  ),
  get(
    filtered("title eq 'x' or title eq 'y'"),
    { status: 400, code: 'malformed_filter', says: ['joined by `and`'] },
    'or in a filter',
  ),
  get(filtered("title = 'x'"), { status: 400, code: 'malformed_filter', says: ['eq, ne, gt'] }, 'an operator of SQL'),
  get(filtered("title like 'x'"), { status: 400, code: 'malformed_filter', says: ['eq, ne, gt'] }, 'like in a filter'),
  get(filtered('title'), { status: 400, code: 'malformed_filter', says: ['it ends'] }, 'a filter that ends'),
  get(
    `${events}?filter=modified_date%20gt%20'2026-11-01T00:00:00+00:00'`,
    { status: 400, code: 'malformed_filter', says: ["'2026-11-01T00:00:00 00:00'", '%2B'] },
    'a + that is not encoded',
  ),
  get(
    filtered("modified_date gt 'yesterday'"),
    { status: 400, code: 'malformed_filter', says: ["'yesterday'"] },
    'a date that is a word',
  ),
  get(
    filtered("status eq 'active'"),
    { status: 400, code: 'malformed_filter', says: ['status is compared with confirmed or tentative or cancelled'] },
    'a filter by a status that there is not',
  ),
  get(
    filtered("status eq 'attending'", attendances),
    { status: 400, code: 'malformed_filter', says: ['accepted or declined or tentative'] },
    'a filter by a status of an RSVP that there is not',
  ),
  get(
    filtered("service:request.state ne 'pending'", attendances),
    { status: 400, code: 'malformed_filter', says: ['waiting or approved or declined'] },
    'a filter by a state of a request that there is not',
  ),
  get(
    filtered('service:attended eq 1', attendances),
    { status: 400, code: 'malformed_filter', says: ['true or false'] },
    'a filter by a number for true',
  ),
  post(
    events,
    ofEvent({ description: 'x'.repeat(1_200_000) }),
    { status: 413, code: 'too_large', says: ['A request body must be smaller than 1 MB'] },
    'a body that is too large',
  ),
  post(
    events,
    ofEvent({ description: 'x'.repeat(500_000) }),
    { status: 413, code: 'too_large', says: ['An event holds at most 380000 bytes; this one has 500'] },
    'a text that is too large',
  ),
  ['PATCH', 'PATCH', EVENT, { title: 'x' }, {}, { status: 405, code: 'method_not_allowed', says: ['GET, HEAD, PUT'] }],
  [
    'DELETE of an event',
    'DELETE',
    EVENT,
    undefined,
    {},
    { status: 405, code: 'method_not_allowed', says: ['GET, HEAD, PUT'] },
  ],
  [
    'PUT on a collection',
    'PUT',
    events,
    MINIMUM,
    {},
    { status: 405, code: 'method_not_allowed', says: ['GET, HEAD, POST'] },
  ],
  [
    'POST on an event',
    'POST',
    EVENT,
    MINIMUM,
    {},
    { status: 405, code: 'method_not_allowed', says: ['GET, HEAD, PUT'] },
  ],
  post(
    attendances,
    { given_name: 'A', ...PERSON },
    { status: 400, code: 'invalid_person', says: ['{"person": {', 'absolute address'] },
    'an RSVP without person',
  ),
  post(
    attendances,
    { person: { email: 'a@example.org' } },
    { status: 400, code: 'required', says: ['email_addresses'] },
    'an RSVP with email',
  ),
  post(
    attendances,
    { person: { email_addresses: ['a@example.org'] } },
    { status: 400, code: 'malformed', says: ['person.email_addresses[0] must be an object'] },
    'emails as texts',
  ),
  post(
    attendances,
    { person: { email_addresses: { address: 'a@example.org' } } },
    { status: 400, code: 'malformed', says: ['person.email_addresses must be an array of objects'] },
    'one email without its list',
  ),
  post(
    attendances,
    { person: { email_addresses: [{ address: 'not-an-email' }] } },
    { status: 400, code: 'malformed', says: ['person.email_addresses[0].address must be an email address'] },
    'an email that is none',
  ),
  post(
    attendances,
    { person: {} },
    { status: 400, code: 'required', says: ['email_addresses'] },
    'a person without contacts',
  ),
  post(
    attendances,
    { person: 'a@example.org' },
    { status: 400, code: 'malformed', says: ['person must be an object'] },
    'a text for a person',
  ),
  post(
    attendances,
    {},
    { status: 400, code: 'invalid_person', says: ['absolute address'] },
    'an RSVP without anything',
  ),
  post(
    attendances,
    { _links: { 'osdi:person': { href: `/api/v2/people/${demo.group.member}` } } },
    { status: 400, code: 'invalid_person', says: ['absolute address'] },
    'a relative link',
  ),
  post(
    attendances,
    { person_id: demo.group.member },
    { status: 400, code: 'invalid_person', says: ['osdi:person'] },
    'an id without a link',
  ),
  post(
    attendances,
    { person: PERSON, add_tags: ['nope'] },
    { status: 200, says: ['add_tags[0]'] },
    'a tag that there is not',
  ),
  post(
    attendances,
    { person: PERSON, add_tags: 'Volunteer' },
    { status: 400, code: 'malformed', says: ['add_tags must be an array of at most 100 entries'] },
    'a text for tags',
  ),
  post(attendances, { person: PERSON, status: 'declined' }, { status: 200, says: ['status'] }, 'a status in an RSVP'),
  post(
    `${events}/nope/attendances`,
    { person: PERSON },
    { status: 404, code: 'not_found', says: ['Nothing here has this id, or it belongs to others'] },
    'an RSVP to an event that there is not',
  ),
  post(
    '/api/v2/people',
    { given_name: 'A' },
    { status: 400, code: 'required', says: ['email_addresses'] },
    'a person without contacts, and without person',
  ),
  post(
    '/api/v2/people',
    { person: { phone_numbers: [{ number: '12' }] } },
    {
      status: 400,
      code: 'malformed',
      says: ['person.phone_numbers[0].number must be a phone number of 7 to 15 digits'],
    },
    'a phone number that is too short',
  ),
  post(
    '/api/v2/people',
    { person: { ...PERSON, languages_spoken: 'en' } },
    {
      status: 400,
      code: 'malformed',
      says: ['person.languages_spoken must be an array of at most 50 entries'],
    },
    'a text for languages',
  ),
  post(
    '/api/v2/event_campaigns',
    MINIMUM,
    { status: 400, code: 'group_required', says: ['API key of a group'] },
    'a campaign of an individual account',
    { key: demo.individual.key },
  ),
  post(
    '/api/v2/tags',
    { title: 'Volunteer' },
    { status: 400, code: 'required', says: ['title'] },
    'a tag with a title',
  ),
  post(
    '/api/v2/webhooks',
    { url: 'https://x.example' },
    { status: 400, code: 'required', says: ['types is required'] },
    'a webhook without types',
  ),
  post(
    '/api/v2/webhooks',
    { url: 'https://x.example', types: ['rsvp.created'] },
    {
      status: 400,
      code: 'malformed',
      says: [
        'types[0] must be attendance.created or attendance.changed or person.created or person.changed or person.erased or event.created or event.changed or event_campaign.created or event_campaign.changed or tagging.created or tagging.deleted or *',
      ],
    },
    'a webhook of a type that there is not',
  ),
  post(
    '/api/v2/webhooks',
    { url: 'x', types: ['attendance.created'] },
    { status: 400, code: 'malformed', says: ['https://'] },
    'a webhook without an address',
  ),
  post(
    '/api/v2/targeting/queries',
    { title: 'Q', include: 'example:a' },
    { status: 400, code: 'malformed', says: ['include must be an array of at most 400 entries'] },
    'a text for what a query includes',
  ),
  put(EVENT, '', { status: 400, code: 'not_json', says: ['empty'] }, 'PUT of nothing'),
  put(EVENT, { titel: 'x' }, { status: 200, says: ['titel'] }, 'PUT of an unknown field'),
  put(
    EVENT,
    { start_date: 'soon', title: 'Taken' },
    { status: 200, says: ['start_date'] },
    'PUT of a value that is none',
  ),
  put(
    EVENT,
    { title: 'x' },
    { status: 412, code: 'precondition_failed', says: ['read it again'] },
    'PUT with a tag of another state',
    headers({ 'If-Match': '"zzz"' }),
  ),
  put(
    `/api/v1/events/${ID}`,
    { location: null },
    { status: 200, says: ['location'] },
    'PUT that clears what version 1 requires',
  ),
  get(EVENT, { status: 200 }, 'asking for HTML', headers({ accept: 'text/html' })),
  get(EVENT, { status: 200 }, 'asking for XML', headers({ accept: 'application/xml' })),
  post(
    events,
    Buffer.from(JSON.stringify(MINIMUM), 'utf16le'),
    {
      status: 400,
      code: 'not_json',
      says: [
        'The body must be JSON: at character 2, it has "\\u0000\\"\\u0000t\\u0000i\\u0000t\\u0000l\\u0000e\\u0000\\"\\u0000:\\u0000\\"\\u0000T"',
      ],
    },
    'UTF-16',
  ),
  post(
    events,
    Buffer.from('{"title":"Caf\xe9","origin_system":"S"}', 'latin1'),
    { status: 400, code: 'not_utf8', says: ['The body must be UTF-8'] },
    'Latin-1',
  ),
  post(
    events,
    Buffer.from(`\ufeff${JSON.stringify(MINIMUM)}`, 'utf16le'),
    { status: 400, code: 'not_utf8', says: ['The body must be UTF-8'] },
    'UTF-16 with its mark',
  ),
  get(`${events}%2F${ID}`, { status: 200 }, 'an encoded slash'),
  post(events, Buffer.from(`\ufeff${JSON.stringify(MINIMUM)}`), { status: 200 }, 'a mark at the beginning'),
  post(
    events,
    MINIMUM,
    { status: 400, code: 'malformed', says: ['Idempotency-Key must be 1 to 255 characters of plain text'] },
    'an idempotency key that is too long',
    headers({ 'Idempotency-Key': 'x'.repeat(300) }),
  ),
  [
    'DELETE of a tagging twice',
    'DELETE',
    `/api/v2/tags/${UNKNOWN}/taggings/${UNKNOWN}`,
    undefined,
    {},
    { status: 404, code: 'not_found', says: ['Nothing here has this id, or it belongs to others'] },
  ],
]

describe('a mistake is answered so that it can be mended at once', () => {
  let event: { path: string; id: string }
  beforeAll(async () => {
    event = await givenEvent()
  })

  const known = mistakes.filter(([, , path]) => has('webhooks') || !path.startsWith('/api/v2/webhooks'))

  it.each(known)('%s', async (name, method, path, body, sending, { status, code, says = [] }) => {
    const address = path.replace(EVENT, event.path).replace(ID, event.id).replace('{ID}', event.id.toUpperCase())
    const reply = await send(method, address, body, sending)
    const described = reply.body?.['osdi:error']?.resource_status[0].error_descriptions ?? []
    const told = described.flatMap((each: { description: string; hint?: string }) => [each.description, each.hint])
    const said = [reply.headers['osdi-ignored'], ...told].join(' ')
    expect([name, reply.status, described[0]?.error_code]).toEqual([name, status, code])
    for (const words of says) expect(said).toContain(words)
  })
})
