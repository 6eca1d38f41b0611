import { keyEndpoint } from '../../lib/app/endpoint.js'
import { customFields as customFieldsDocument } from '../../lib/app/documents/metadata.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { listCustomFields } from '../../lib/people/store/custom-field-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner }) =>
  ok(customFieldsDocument(site, await listCustomFields(table, owner))),
)
