import { openEndpoint } from '../../lib/app/endpoint.js'
import { errors } from '../../lib/app/documents/errors.js'
import { operations } from '../../lib/app/documents/operations.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { openApiAnswer } from '../../lib/openapi/endpoint.js'

export const endpoint = openEndpoint(v1, {}, openApiAnswer(v1, operations, errors))
