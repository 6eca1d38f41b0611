import { count, listOf, maybe, object, string } from '../../fields/json-schema.js'
import type { Schema } from '../../fields/json-schema.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'

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

/** Describes the answer to a bulk request. */
export const bulkAnswer: DocumentSchema = {
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
