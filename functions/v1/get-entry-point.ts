import { openEndpoint } from '../../lib/app/endpoint.js'
import { entryPoint } from '../../lib/app/documents/entry-point.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'

export const endpoint = openEndpoint(v1, {}, ({ site }) => ok(entryPoint(site)))
