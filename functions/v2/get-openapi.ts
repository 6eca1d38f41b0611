import { openEndpoint } from '../../lib/app/endpoint.js'
import { announcements } from '../../lib/app/documents/announcements.js'
import { errors } from '../../lib/app/documents/errors.js'
import { operations } from '../../lib/app/documents/operations.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { openApiAnswer } from '../../lib/openapi/endpoint.js'

export const endpoint = openEndpoint(v2, {}, openApiAnswer(v2, operations, errors, announcements))
