import { describe } from 'vitest'
import {
  type Mistake,
  EVENT,
  ID,
  UNKNOWN,
  attendances,
  events,
  filtered,
  get,
  itAnswers,
} from '../../support/given/mistakes.js'

/* Mistakes in addresses: ids, pages and filters. */

const mistakes: Mistake[] = [
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
]

describe('a mistake in an address is answered so that it can be mended at once', () => {
  itAnswers(mistakes)
})
