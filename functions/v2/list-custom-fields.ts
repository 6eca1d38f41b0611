import { keyEndpoint } from '../../lib/endpoint.js'
import { customFields as customFieldsDocument } from '../../lib/hal/v2/metadata.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { customFields } from '../../lib/service/people.js'

export const endpoint = keyEndpoint(v2, { customFields }, async ({ customFields, site }, { owner }) =>
  ok(customFieldsDocument(site, await customFields.list(owner))),
)
