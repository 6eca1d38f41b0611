import { dateTime, listOf, maybe, string } from '../../domain/fields/json-schema.js'
import { queryFields } from '../../domain/fields/targeting-query.js'
import { properties } from '../../domain/fields/vocabulary.js'
import { native, type Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import { bodyOf, changeOf, heldElsewhere, newOrMatched, type Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { person } from './person.description.js'
import { resultVocabulary } from './query-result.js'
import { queryVocabulary } from './targeting-query.js'

const tag = 'Targeting' as const

const resultDate = dateTime(queryFields.result_date.meaning)
const people = leadsTo('The people who were found', 'v2/list-query-people')
const csv = leadsTo('The same people as a file', 'v2/export-query-people')

const query = (site: Site): DocumentSchema => ({
  name: 'Query',
  description: 'A question that is kept: who acted on these events?',
  fields: properties(queryVocabulary, site),
  links: {
    self: leadsTo('This query', 'v2/get-targeting-query'),
    [native(site, 'results')]: leadsTo(
      'What the query has found; POST runs it again',
      'v2/list-query-results',
      'v2/create-query-result',
    ),
    [native(site, 'result')]: maybe(leadsTo('The newest result', 'v2/get-query-result')),
    [native(site, 'people')]: maybe(people),
    [native(site, 'people_csv')]: maybe(csv),
  },
})

const result = (site: Site): DocumentSchema => ({
  name: 'QueryResult',
  description: 'The people that a query found at one time',
  fields: properties(resultVocabulary, site),
  links: {
    self: leadsTo('This result', 'v2/get-query-result'),
    [native(site, 'query')]: leadsTo('The query', 'v2/get-targeting-query'),
    [native(site, 'people')]: maybe(people),
    [native(site, 'people_csv')]: maybe(csv),
  },
})

function foundPeople(site: Site): DocumentSchema {
  const member = person(site)
  const found: DocumentSchema = {
    ...member,
    name: 'FoundPerson',
    description: 'A person whom a query has found, with the current record',
    fields: {
      ...member.fields,
      [native(site, 'events')]: listOf(
        string('An identifier'),
        'Which of the included events this person attends',
      ),
    },
  }
  const description = 'People whom a query has found, without people who have been erased since'
  const page = collectionOf(found, 'osdi:people', description, 'v2/list-query-people')
  return {
    ...page,
    fields: { ...page.fields, result_date: resultDate },
    links: {
      ...page.links,
      [native(site, 'query')]: leadsTo('The query', 'v2/get-targeting-query'),
      [native(site, 'result')]: leadsTo('The result that this is a page of', 'v2/get-query-result'),
      [native(site, 'people_csv')]: csv,
    },
  }
}

const table = (site: Site) => bodyOf({ vocabulary: queryVocabulary, site })
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

export const queryOperations = (site: Site): Operations => ({
  'v2/list-targeting-queries': {
    tag,
    summary: 'Lists the saved queries of your key',
    answer: collectionOf(
      query(site),
      native(site, 'queries'),
      'Queries, newest first',
      'v2/list-targeting-queries',
    ),
  },
  'v2/create-targeting-query': {
    tag,
    summary: 'Saves a query and runs it, or changes the one that holds an identifier',
    body: [newOrMatched('Query', 'a query', table(site))],
    answer: query(site),
    conflict,
  },
  'v2/get-targeting-query': { tag, summary: 'Reads a query', answer: query(site), validated: true },
  'v2/update-targeting-query': {
    tag,
    summary: 'Changes what is sent of a query, and runs it if it asks something else then',
    body: [changeOf('Query', 'a query', table(site))],
    supportsIfMatch: true,
    answer: query(site),
    conflict,
  },
  'v2/list-query-results': {
    tag,
    summary: 'Lists the results of a query that are still kept',
    answer: collectionOf(
      result(site),
      native(site, 'results'),
      'Results, newest first',
      'v2/list-query-results',
    ),
  },
  'v2/create-query-result': {
    tag,
    summary: 'Runs a query again',
    answer: result(site),
    later: 'There are so many attendances that the result is computed afterwards',
  },
  'v2/get-query-result': { tag, summary: 'Reads a result of a query', answer: result(site) },
  'v2/list-query-people': {
    tag,
    summary: 'Lists the people of a result',
    answer: foundPeople(site),
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
