import type { Site } from '../../runtime/site.js'
import type { ApiVersion } from '../../hal/version.js'
import type { Example } from '../examples.js'
import { at } from './page.js'

/** The key that examples show: that of the demo, or one to fill in. */
export const keyFor = ({ demoKey }: Site): string => demoKey ?? 'YOUR-KEY'

/** A request as one pastes it into a shell. @param key the value for the header of the key, or none */
export function curl(
  site: Site,
  { keyHeader }: ApiVersion,
  method: string,
  { path, body }: Pick<Example, 'path' | 'body'>,
  key?: string,
): string {
  const parts = [
    `curl ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}${quoted(at(site, path))}`,
    key && `-H ${quoted(`${keyHeader}: ${key}`)}`,
    body && `-H 'Content-Type: application/json'`,
    body && `-d ${quoted(JSON.stringify(body, undefined, 2))}`,
  ]
  return parts.filter(Boolean).join(' \\\n  ')
}

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
