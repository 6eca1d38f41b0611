import { openEndpoint } from '../../lib/endpoint.js'
import { entryPoint } from '../../lib/hal/v2/entry-point.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'

export const endpoint = openEndpoint(v2, {}, ({ site }) => ok(entryPoint(site)))
