import { openEndpoint } from '../../lib/app/endpoint.js'
import { metadata } from '../../lib/app/documents/metadata.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'

export const endpoint = openEndpoint(v2, {}, ({ site }) => ok(metadata(site)))
