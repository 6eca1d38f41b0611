import { explorerFile } from '../../lib/openapi/pages/explorer/explorer-files.js'
import { notFound } from '../../lib/runtime/errors.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { publicRequest } from '../../lib/http/request.js'
import type { Service } from '../../lib/runtime/service.js'

/** The file of the explorer's script. */
const explorerScript = ({ environment }: Service) => environment.explorerFile

export const endpoint = openEndpoint(undefined, { explorerScript }, async ({ explorerScript }, request) => {
  const file = await explorerFile(explorerScript, publicRequest(request).parameter('asset'))
  if (!file) throw notFound()
  return compressed(file, request.headers)
})
