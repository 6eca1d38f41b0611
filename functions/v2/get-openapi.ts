import { operations } from '../../lib/hal/v2/operations.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { openApiEndpoint } from '../../lib/openapi/endpoint.js'

export const handler = openApiEndpoint(v2, operations)
