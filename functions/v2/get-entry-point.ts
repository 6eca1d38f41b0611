import { entryPoint } from '../../lib/hal/v2/entry-point.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { openEndpoint } from '../../lib/http/endpoint.js'

export const handler = openEndpoint(v2, () => ok(entryPoint()))
