import { explorerFile } from '../../lib/openapi/pages/explorer/explorer-files.js'
import { notFound } from '../../lib/runtime/errors.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { publicRequest } from '../../lib/http/request.js'
import { explorerScript } from '../../lib/app/public.js'

export const endpoint = openEndpoint(undefined, { explorerScript }, async ({ explorerScript }, request) => {
  const file = await explorerFile(explorerScript, publicRequest(request).parameter('asset'))
  if (!file) throw notFound()
  return compressed(file, request.headers)
})
