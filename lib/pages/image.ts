import { notFound } from '../runtime/errors.js'
import type { ImageStore } from '../images/image-store.js'
import { isNativeId } from '../fields/identifier.js'
import type { Answer } from '../http/answer.js'
import { IMAGE_TYPES, type ImageType } from '../images/image.js'

/** An address never shows another image, so it may be kept for ever. */
const SECONDS = 365 * 24 * 60 * 60

/**
 * Answers with an image. Whatever the bytes are, no browser runs them: the type follows from the name, nothing else is
 * guessed from the content, and a document of them could load and run nothing.
 * @throws OsdiError not_found
 */
export async function imageAnswer(images: ImageStore, file: string): Promise<Answer> {
  const [id = '', ending = '', ...more] = file.split('.')
  const type = Object.hasOwn(IMAGE_TYPES, ending) ? IMAGE_TYPES[ending as ImageType] : undefined
  const bytes = type && isNativeId(id) && more.length === 0 ? await images.find(file) : undefined
  if (!type || !bytes) throw notFound()
  return {
    statusCode: 200,
    headers: {
      'content-type': type,
      'content-disposition': `inline; filename="${file}"`,
      'cache-control': `public, max-age=${SECONDS}, immutable`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // Embeds show it in pages of any site.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: Buffer.from(bytes).toString('base64'),
    isBase64Encoded: true,
  }
}
