import { EXPLORER_POLICY, explorerPage } from '../../lib/docs/explorer-page.js'
import { htmlAnswer } from '../../lib/html/answer.js'
import { openEndpoint } from '../../lib/http/endpoint.js'

export const handler = openEndpoint(undefined, ({ queryStringParameters }) =>
  htmlAnswer(explorerPage(queryStringParameters?.['version'] ?? ''), EXPLORER_POLICY),
)
