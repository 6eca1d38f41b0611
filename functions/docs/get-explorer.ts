import { htmlAnswer } from '../../lib/docs/answer.js'
import { EXPLORER_POLICY, explorerPage } from '../../lib/docs/explorer-page.js'
import { openEndpoint } from '../../lib/http/endpoint.js'

export const handler = openEndpoint(undefined, ({ queryStringParameters }) =>
  htmlAnswer(explorerPage(queryStringParameters?.['version'] ?? ''), EXPLORER_POLICY),
)
