import { EXPLORER_POLICY, explorerPage } from '../../lib/docs/explorer/explorer-page.js'
import { open } from '../../lib/endpoint.js'
import { htmlAnswer } from '../../lib/html/answer.js'

export const endpoint = open(undefined, {}, ({ site }, { queryStringParameters }) =>
  htmlAnswer(explorerPage(site, queryStringParameters?.['version'] ?? ''), EXPLORER_POLICY),
)
