import type { Site } from '../runtime/site.js'
import type { Schema } from '../fields/json-schema.js'
import type { Operations } from '../hal/descriptions/operation.js'
import type { ApiVersion } from '../hal/version.js'
import { type Answer, published } from '../http/answer.js'
import { compressed } from '../http/headers/compressed.js'
import type { GatewayRequest } from '../http/request.js'
import type { Announcements } from './announcement.js'
import { openApi } from './document.js'

/** The document is cacheable for five minutes, so it may be this old after a deployment. */
const SECONDS = 300

/** Answers the OpenAPI document of a version. A process generates it once. */
export function openApiAnswer(
  version: ApiVersion,
  operations: (site: Site) => Operations,
  errors: Schema,
  announcements: Announcements[] = [],
) {
  let text: string | undefined
  return ({ site }: { site: Site }, { headers }: GatewayRequest): Promise<Answer> => {
    text ??= JSON.stringify(openApi(site, version, operations(site), errors, announcements))
    return compressed(published(text, 'application/json', SECONDS), headers)
  }
}
