import { entryPoint } from '../../lib/hal/v1/entry-point.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { openEndpoint } from '../../lib/http/endpoint.js'

export const handler = openEndpoint(v1, () => ok(entryPoint()))
