import { openEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { imageAnswer } from '../../lib/pages/image.js'
import { images } from '../../lib/app/images.js'

/** An image that an organizer has uploaded, for anybody. */
export const endpoint = openEndpoint(undefined, { images }, ({ images }, request) =>
  imageAnswer(images, publicRequest(request).parameter('image')),
)
