import { explorerFile } from '../../lib/docs/explorer-files.js'
import { notFound } from '../../lib/domain/errors.js'
import { compressed } from '../../lib/http/compressed.js'
import { openEndpoint } from '../../lib/http/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'

export const handler = openEndpoint(undefined, async (request) => {
  const file = await explorerFile(publicRequest(request).parameter('asset'))
  if (!file) throw notFound()
  return compressed(file, request.headers)
})
