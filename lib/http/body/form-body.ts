import { OsdiError } from '../../runtime/errors.js'
import type { GatewayRequest } from '../request.js'

/** A form has a few inputs. Ten may be answers of 2,000 characters, which take nine bytes each in a form. */
const MAX_BYTES = 200_000

/** More than ten questions with fifty choices each, and the dates of a series. Reading many inputs is slow. */
const MOST_INPUTS = 2_000

/**
 * Reads the body of a form: `application/x-www-form-urlencoded`, one of the types that a page may send to another site
 * without a preflight request. The last of several inputs with one name counts.
 * @throws OsdiError unsupported_media_type, too_large
 */
export const readFormBody = (request: GatewayRequest): Record<string, string> => Object.fromEntries(inputsIn(request))

/** Returns the values of all inputs of a form that have one name, as boxes do. @throws OsdiError as readFormBody */
export const repeatedInput = (request: GatewayRequest, name: string): string[] => inputsIn(request).getAll(name)

function inputsIn({ headers, body = '', isBase64Encoded }: GatewayRequest): URLSearchParams {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new OsdiError('unsupported_media_type', 'The body must be application/x-www-form-urlencoded')
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > MAX_BYTES) throw new OsdiError('too_large', 'A form must have at most 200,000 bytes')
  const text = bytes.toString()
  if (text.split('&', MOST_INPUTS + 1).length > MOST_INPUTS)
    throw new OsdiError('too_large', 'A form must have at most 2,000 inputs')
  return new URLSearchParams(text)
}
