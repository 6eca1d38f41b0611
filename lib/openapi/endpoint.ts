import type { Operations } from '../hal/operation.js'
import type { ApiVersion } from '../hal/version.js'
import { published } from '../http/answer.js'
import { compressed } from '../http/compressed.js'
import { openEndpoint } from '../http/endpoint.js'
import { openApi } from './document.js'

/** Five minutes: so long a description may be shown after a deployment. */
const SECONDS = 300

/** An endpoint that answers the OpenAPI description of a version, which a process makes once. */
export function openApiEndpoint(version: ApiVersion, operations: () => Operations) {
  let text: string | undefined
  return openEndpoint(version, ({ headers }) => {
    text ??= JSON.stringify(openApi(version, operations()))
    return compressed(published(text, 'application/json', SECONDS), headers)
  })
}
