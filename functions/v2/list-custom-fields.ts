import { keyEndpoint } from '../../lib/app/endpoint.js'
import { customFields as customFieldsDocument } from '../../lib/app/documents/metadata.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { customFields } from '../../lib/app/people.js'

export const endpoint = keyEndpoint(v2, { customFields }, async ({ customFields, site }, { owner }) =>
  ok(customFieldsDocument(site, await customFields.list(owner))),
)
