import { notFound } from '../../lib/runtime/errors.js'
import { assets } from '../../lib/embeds/assets.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { published } from '../../lib/http/answer.js'
import { compressed } from '../../lib/http/headers/compressed.js'

/** Cacheable for an hour, so a page may use an old script or style this long after a deployment. */
const SECONDS = 3600

export const endpoint = publicEndpoint({}, (_given, { parameter, headers }) => {
  const asset = assets.get(parameter('file'))
  if (!asset) throw notFound()
  return compressed(published(asset.text, asset.type, SECONDS), headers)
})
