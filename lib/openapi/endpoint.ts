import type { Site } from '../domain/site.js'
import type { Operations } from '../hal/operation.js'
import type { ApiVersion } from '../hal/version.js'
import { type Answer, published } from '../http/answer.js'
import { compressed } from '../http/compressed.js'
import type { GatewayRequest } from '../http/request.js'
import { openApi } from './document.js'

/** How long a description may be shown after a deployment: five minutes. */
const SECONDS = 300

/** Answers the OpenAPI description of a version, which a process makes once. */
export function openApiAnswer(version: ApiVersion, operations: (site: Site) => Operations) {
  let text: string | undefined
  return ({ site }: { site: Site }, { headers }: GatewayRequest): Promise<Answer> => {
    text ??= JSON.stringify(openApi(site, version, operations(site)))
    return compressed(published(text, 'application/json', SECONDS), headers)
  }
}
