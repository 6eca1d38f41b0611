import { openEndpoint } from '../../lib/endpoint.js'
import { operations } from '../../lib/hal/v1/operations.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { openApiAnswer } from '../../lib/openapi/endpoint.js'

export const endpoint = openEndpoint(v1, {}, openApiAnswer(v1, operations))
