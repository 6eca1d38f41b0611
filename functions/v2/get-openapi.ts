import { openEndpoint } from '../../lib/endpoint.js'
import { operations } from '../../lib/hal/v2/operations.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { openApiAnswer } from '../../lib/openapi/endpoint.js'

export const endpoint = openEndpoint(v2, {}, openApiAnswer(v2, operations))
