import { entryPoint } from '../../lib/hal/v2/entry-point.js'
import { ok } from '../../lib/http/answer.js'
import { openEndpoint } from '../../lib/http/endpoint.js'

export const handler = openEndpoint(() => ok(entryPoint()))
