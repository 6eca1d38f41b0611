import type { lookup } from 'node:dns'
import { NoAnswer, ask } from './ask.js'

const LIMIT_MS = 8_000

/** Redirections that are followed; each address is checked like the first. */
const MOST_REDIRECTIONS = 3

/**
 * Returns the body of a feed. Addresses of calendars may begin with `webcal://`.
 * @throws NoAnswer for an address that is not on the public internet, for no answer, and for one that is not a feed
 */
export async function fetchFeed(
  address: string,
  most: { bytes: number; text: string },
  options: { allowsPrivate: boolean; lookup?: typeof lookup },
): Promise<Buffer> {
  let url = address.replace(/^webcals?:\/\//i, 'https://')
  for (let i = 0; i <= MOST_REDIRECTIONS; i++) {
    if (!URL.canParse(url)) throw new NoAnswer('The address is none')
    const headers = { accept: 'text/calendar, */*;q=0.1', 'user-agent': 'Turnout-Calendars' }
    const { status, location, body } = await ask(
      { url, method: 'GET', headers },
      { limit_ms: LIMIT_MS, most, ...options },
    )
    if (status === 200) return body
    if (status < 300 || status > 399 || location === undefined)
      throw new NoAnswer(`The server of the feed answered ${status}`, status)
    if (!URL.canParse(location, url)) throw new NoAnswer('The feed leads to an address that is none')
    url = new URL(location, url).href
  }
  throw new NoAnswer(`The feed leads on more than ${MOST_REDIRECTIONS} times`)
}
