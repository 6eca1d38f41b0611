import type { Site } from '../runtime/site.js'
import type { GatewayRequest } from '../http/request.js'

/** An organizer may choose another address, so browsers do not keep for long where the old one led. */
export const MOVED_SECONDS = 60

/**
 * Returns the address of a page where a request came by another one; undefined where it came by this one.
 * @param path of the page
 */
export function ownAddress(
  { publicUrl }: Site,
  path: string,
  { rawPath, rawQueryString }: Pick<GatewayRequest, 'rawPath' | 'rawQueryString'>,
): string | undefined {
  const asked = rawPath.replace(/\/+$/, '')
  return asked === path ? undefined : `${publicUrl}${path}${rawQueryString && `?${rawQueryString}`}`
}
