import { notFound } from '../../lib/domain/errors.js'
import { assets } from '../../lib/embed/assets.js'
import { published } from '../../lib/http/answer.js'
import { publicEndpoint } from '../../lib/http/endpoint.js'

/** An hour: so long a page may go on with a script or a style from before a deployment. */
const SECONDS = 3600

export const handler = publicEndpoint(({ parameter }) => {
  const asset = assets.get(parameter('file'))
  if (!asset) throw notFound()
  return published(asset.text, asset.type, SECONDS)
})
