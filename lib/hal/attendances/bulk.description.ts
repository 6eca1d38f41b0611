import { count, listOf, maybe, object, string } from '../../domain/fields/json-schema.js'
import type { Schema } from '../../domain/fields/json-schema.js'
import type { DocumentSchema } from '../descriptions/schema.js'

const link: Schema = { $ref: '#/components/schemas/Link' }

const row = object('What became of a row', {
  row: count('Its position in the request', 1),
  status: { type: 'integer', description: 'The status that the row would have had as a request of its own' },
  identifiers: maybe(listOf(string('The native identifier'), 'Of what was recorded')),
  ignored: maybe(listOf(string('A path'), 'What of the row was not taken, as in `Osdi-Ignored`')),
  error: maybe(string('One sentence about what is wrong')),
  'osdi:error': maybe({
    type: 'object',
    description: 'Every fault of the row, as in the answer to an error',
  }),
  _links: maybe(
    object('Where what was recorded is', {
      self: link,
      'osdi:person': maybe({ ...link, description: 'The person of an attendance' }),
    }),
  ),
})

/** Describes the answer to a bulk request. */
export const bulkAnswer: DocumentSchema = {
  name: 'Rows',
  description: 'What became of each row, in their order',
  fields: {
    total_rows: count('How many rows the request had'),
    recorded: count('How many are recorded, or were already'),
    refused: count('How many are not. A status from 500 on says that the row may be sent again'),
    rows: { ...listOf(row, 'One entry for each row'), maxItems: 500 },
  },
  links: {},
}
