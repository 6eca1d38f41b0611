import { openEndpoint } from '../../lib/endpoint.js'
import { entryPoint } from '../../lib/hal/v1/entry-point.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'

export const endpoint = openEndpoint(v1, {}, ({ site }) => ok(entryPoint(site)))
