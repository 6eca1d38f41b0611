import { operations } from '../../lib/hal/v1/operations.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { openApiEndpoint } from '../../lib/openapi/endpoint.js'

export const handler = openApiEndpoint(v1, operations)
