import { EXAMPLE_IDS } from '../../hal/descriptions/example-ids.js'
import { dateTime, listOf, string } from '../../fields/json-schema.js'
import { queryFields } from '../query-fields.js'
import { native, type Site } from '../../runtime/site.js'
import { collectionOf } from '../../hal/collection.description.js'
import { bodyOf, changeOf, heldElsewhere, newOrMatched, type Operations } from '../../hal/descriptions/operation.js'
import { type DocumentSchema, type Links, describeDocument, describeLinks } from '../../hal/descriptions/schema.js'
import { person } from '../../people/documents/person.description.v2.js'
import { resultVocabulary } from './query-result.v2.js'
import { queryVocabulary } from './targeting-query.v2.js'
import { v2 } from '../../hal/v2/version.js'

const tag = 'Targeting' as const

const resultDate = dateTime(queryFields.result_date.meaning)
const PEOPLE: Links[string] = ['The people who were found', 'list-query-people']
const CSV: Links[string] = ['The same people as a file', 'export-query-people']

const described = (site: Site) => ({ version: v2, vocabulary: queryVocabulary, site })

const query = (site: Site): DocumentSchema =>
  describeDocument(described(site), 'Query', 'A saved search for the people who acted on events', {
    self: ['This query', 'get-targeting-query'],
    ':results': ['The results of the query; POST runs it again', 'list-query-results', 'create-query-result'],
    ':result?': ['The newest result', 'get-query-result'],
    ':people?': PEOPLE,
    ':people_csv?': CSV,
  })

function result(site: Site): DocumentSchema {
  const results = { version: v2, vocabulary: resultVocabulary, site }
  return describeDocument(results, 'QueryResult', 'The people that a query found at one time', {
    self: ['This result', 'get-query-result'],
    ':query': ['The query', 'get-targeting-query'],
    ':people?': PEOPLE,
    ':people_csv?': CSV,
  })
}

function foundPeople(site: Site): DocumentSchema {
  const member = person(site)
  const found: DocumentSchema = {
    ...member,
    name: 'FoundPerson',
    description: 'A person whom a query has found, with the current record',
    fields: {
      ...member.fields,
      [native(site, 'events')]: listOf(string('An identifier'), 'The included events that this person attends'),
    },
  }
  const description = 'People whom a query has found, without people who have been erased since'
  const page = collectionOf(found, 'osdi:people', description, 'v2/list-query-people')
  return {
    ...page,
    fields: { ...page.fields, result_date: resultDate },
    links: {
      ...page.links,
      ...describeLinks(described(site), {
        ':query': ['The query', 'get-targeting-query'],
        ':result': ['The result that this page belongs to', 'get-query-result'],
        ':people_csv': CSV,
      }),
    },
  }
}

const table = (site: Site) => bodyOf(described(site))
const conflict = heldElsewhere('a query')
const noResult = 'The query has no result now: it is being computed, has failed or has expired'

const selectionParameters = [
  {
    name: 'for',
    description: 'With `email`, only people whose email is subscribed',
    // Generators for Kotlin name the type of an enumeration after the parameter, which is a word of the language.
    schema: { type: 'string', pattern: '^email$' },
    example: 'email',
  },
  {
    name: 'result',
    description: 'The id of a result; the newest without it',
    schema: { type: 'string', format: 'uuid' },
    example: EXAMPLE_IDS.results,
  },
]

export const queryOperations = (site: Site): Operations => ({
  'v2/list-targeting-queries': {
    tag,
    summary: 'Lists the saved queries of your key',
    answer: collectionOf(query(site), native(site, 'queries'), 'Queries, newest first', 'v2/list-targeting-queries'),
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
    summary: 'Changes the fields of a query that are sent, and runs it if it asks something else then',
    body: [changeOf('Query', 'a query', table(site))],
    supportsIfMatch: true,
    answer: query(site),
    conflict,
  },
  'v2/list-query-results': {
    tag,
    summary: 'Lists the results of a query that are still kept',
    answer: collectionOf(result(site), native(site, 'results'), 'Results, newest first', 'v2/list-query-results'),
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
    parameters: selectionParameters,
    conflict: noResult,
  },
  'v2/export-query-people': {
    tag,
    summary: 'Reads the people of a result as a file',
    description: 'A long file comes in parts: `Link` leads to the next one. The first part has the headings.',
    answer: { mediaType: 'text/csv', description: 'A row for each person (RFC 4180)' },
    isFile: true,
    parameters: [
      ...selectionParameters,
      {
        name: 'after',
        description: 'Number of people in the parts before this one',
        schema: { type: 'integer', minimum: 0, default: 0 },
      },
    ],
    conflict: noResult,
  },
})
