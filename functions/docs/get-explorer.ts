import { EXPLORER_POLICY, explorerPage } from '../../lib/openapi/pages/explorer/explorer-page.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { htmlAnswer } from '../../lib/html/answer.js'

export const endpoint = openEndpoint(undefined, {}, ({ site }, { queryStringParameters }) =>
  htmlAnswer(explorerPage(site, queryStringParameters?.['version'] ?? ''), EXPLORER_POLICY),
)
