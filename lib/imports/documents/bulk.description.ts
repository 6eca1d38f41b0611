import { recording } from '../../attendances/documents/attendance.description.v2.js'
import { type Schema, count, flag, listOf, maybe, object, string } from '../../fields/json-schema.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import { signup } from '../../people/documents/person.description.v2.js'
import type { Site } from '../../runtime/site.js'

const link: Schema = { $ref: '#/components/schemas/Link' }

const row = object('The outcome of a row', {
  row: count('Its position in the request', 1),
  status: { type: 'integer', description: 'The status that the row would have had as a request of its own' },
  identifiers: maybe(listOf(string('The native identifier'), 'Identifiers of the recorded resource')),
  ignored: maybe(listOf(string('A path'), 'Paths of the row that were ignored, as in `Osdi-Ignored`')),
  error: maybe(string('A sentence that names the fault')),
  'osdi:error': maybe({
    type: 'object',
    description: 'Every fault of the row, as in the answer to an error',
  }),
  _links: maybe(
    object('Links to the recorded resources', {
      self: link,
      'osdi:person': maybe({ ...link, description: 'The person of an attendance' }),
    }),
  ),
})

const answer: DocumentSchema = {
  name: 'Rows',
  description: 'The outcome of each row, in the order of the rows',
  fields: {
    total_rows: count('Number of rows in the request'),
    recorded: count('Number of rows that are recorded now or were before'),
    refused: count('Number of rows that were refused. A row with a status of 500 or more may be sent again'),
    rows: { ...listOf(row, 'One entry for each row'), maxItems: 500 },
  },
  links: {},
}

/** Describes the requests with many rows. */
export const bulkOperations = (site: Site): Operations => ({
  'v2/create-people': {
    tag: 'People',
    summary: 'Adds or changes up to 500 people, each as a request of its own would',
    body: [signup(site)],
    isBulk: true,
    answer,
  },
  'v2/create-attendances': {
    tag: 'Attendances',
    summary: 'Records up to 500 attendances of an event, each as a request of its own would',
    body: recording(site).body,
    isBulk: true,
    besideRows: {
      mail: flag('Whether people are mailed that they come or wait; a row’s `triggers` take precedence'),
    },
    answer,
  },
})
