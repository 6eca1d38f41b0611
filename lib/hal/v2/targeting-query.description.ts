import { KEPT_DAYS } from '../../domain/query-result.js'
import { MAX_EVENTS } from '../../domain/targeting-query.js'
import { collectionOf } from '../collection.description.js'
import { native } from '../links.js'
import { type Operations, changeOf, heldElsewhere, newOrMatched } from '../operation.js'
import { type DocumentSchema, count, dateTime, leadsTo, listOf, maybe, string } from '../schema.js'
import * as shared from '../shared.description.js'
import { person } from './person.description.js'
import { queryFields } from './targeting-query.js'

const tag = 'Targeting' as const

const events = (what: string) =>
  listOf(
    string('An event, by its identifier; a body may also name it by its address or its id'),
    `${what}; at most ${MAX_EVENTS}`,
  )
const resultDate = dateTime('When the people were looked for, in UTC')
const totals = {
  total_people: count('Number of people who were found'),
  total_subscribed: count('Number of those whose email was subscribed then'),
}
const people = leadsTo('The people who were found', 'v2/list-query-people')
const csv = leadsTo('The same people as a file', 'v2/export-query-people')

const query = (): DocumentSchema => ({
  name: 'Query',
  description: 'A question that is kept: who acted on these events?',
  fields: {
    identifiers: shared.identifiers,
    created_date: shared.createdDate,
    modified_date: shared.modifiedDate,
    title: string('What the query is called'),
    include: events('Events whose people are looked for, at least one'),
    match: string('Whether people attend any of the events, or every one of them', {
      enum: ['any', 'every'],
    }),
    exclude: events('Events whose people are left out, whenever they acted'),
    rsvp_from: maybe(dateTime('RSVPs to the included events count from this instant on')),
    rsvp_before: maybe(dateTime('And before this one')),
    result_date: maybe(resultDate),
    total_people: maybe(totals.total_people),
    total_subscribed: maybe(totals.total_subscribed),
  },
  links: {
    self: leadsTo('This query', 'v2/get-targeting-query'),
    [native('results')]: leadsTo(
      'What the query has found; POST runs it again',
      'v2/list-query-results',
      'v2/create-query-result',
    ),
    [native('result')]: maybe(leadsTo('The newest result', 'v2/get-query-result')),
    [native('people')]: maybe(people),
    [native('people_csv')]: maybe(csv),
  },
})

const result = (): DocumentSchema => ({
  name: 'QueryResult',
  description: 'The people that a query found at one time',
  fields: {
    identifiers: shared.identifiers,
    status: string('Whether the people can be read yet; a result that has failed never can', {
      enum: ['computing', 'complete', 'failed'],
    }),
    created_date: resultDate,
    expires_date: dateTime(`Until when it is kept: ${KEPT_DAYS} days`),
    total_people: maybe(totals.total_people),
    total_subscribed: maybe(totals.total_subscribed),
  },
  links: {
    self: leadsTo('This result', 'v2/get-query-result'),
    [native('query')]: leadsTo('The query', 'v2/get-targeting-query'),
    [native('people')]: maybe(people),
    [native('people_csv')]: maybe(csv),
  },
})

function foundPeople(): DocumentSchema {
  const member = person()
  const found: DocumentSchema = {
    ...member,
    name: 'FoundPerson',
    description: 'Somebody whom a query has found, as the record is now',
    fields: {
      ...member.fields,
      [native('events')]: listOf(string('An identifier'), 'Which of the included events this person attends'),
    },
  }
  const description = 'People whom a query has found; those who have been erased since are left out'
  const page = collectionOf(found, 'osdi:people', description, 'v2/list-query-people')
  return {
    ...page,
    fields: { ...page.fields, result_date: resultDate },
    links: {
      ...page.links,
      [native('query')]: leadsTo('The query', 'v2/get-targeting-query'),
      [native('result')]: leadsTo('The result that this is a page of', 'v2/get-query-result'),
      [native('people_csv')]: csv,
    },
  }
}

const table = () => ({ fields: queryFields, meaning: query().fields })
const conflict = heldElsewhere('a query')
const noResult = 'The query has no result now: it is being computed, has failed or has expired'

const ofWhom = [
  {
    name: 'for',
    description: 'With `email`, only people whose email is subscribed',
    schema: { type: 'string', enum: ['email'] },
  },
  {
    name: 'result',
    description: 'The id of a result; the newest without it',
    schema: { type: 'string', format: 'uuid' },
  },
]

export const queryOperations = (): Operations => ({
  'v2/list-targeting-queries': {
    tag,
    summary: 'Lists the saved queries of your key',
    answer: collectionOf(query(), native('queries'), 'Queries, newest first', 'v2/list-targeting-queries'),
  },
  'v2/create-targeting-query': {
    tag,
    summary: 'Saves a query and runs it, or changes the one that holds an identifier',
    body: [newOrMatched('Query', 'a query', table())],
    answer: query(),
    conflict,
  },
  'v2/get-targeting-query': { tag, summary: 'Reads a query', answer: query(), validated: true },
  'v2/update-targeting-query': {
    tag,
    summary: 'Changes what is sent of a query, and runs it if it asks something else then',
    body: [changeOf('Query', 'a query', table())],
    expectable: true,
    answer: query(),
    conflict,
  },
  'v2/list-query-results': {
    tag,
    summary: 'Lists the results of a query that are still kept',
    answer: collectionOf(result(), native('results'), 'Results, newest first', 'v2/list-query-results'),
  },
  'v2/create-query-result': {
    tag,
    summary: 'Runs a query again',
    answer: result(),
    later: 'There are so many attendances that the result is computed afterwards',
  },
  'v2/get-query-result': { tag, summary: 'Reads a result of a query', answer: result() },
  'v2/list-query-people': {
    tag,
    summary: 'Lists the people of a result',
    answer: foundPeople(),
    parameters: ofWhom,
    conflict: noResult,
  },
  'v2/export-query-people': {
    tag,
    summary: 'Reads the people of a result as a file',
    description: 'A long file comes in parts: `Link` leads to the next one. The first part has the headings.',
    answer: { mediaType: 'text/csv', description: 'A row for each person (RFC 4180)' },
    isFile: true,
    parameters: [
      ...ofWhom,
      {
        name: 'after',
        description: 'How many people the parts before this one had',
        schema: { type: 'integer', minimum: 0, default: 0 },
      },
    ],
    conflict: noResult,
  },
})
