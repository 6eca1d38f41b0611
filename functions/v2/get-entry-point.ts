import { openEndpoint } from '../../lib/app/endpoint.js'
import { entryPoint } from '../../lib/app/documents/entry-point.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'

export const endpoint = openEndpoint(v2, {}, ({ site }) => ok(entryPoint(site)))
