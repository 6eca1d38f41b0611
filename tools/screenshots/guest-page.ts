import { emailOf } from '../../local/demo.js'
import type { LocalServer } from '../../local/server.js'

/** Returns the path of the personal page of a guest of the demo, whose RSVP is sent again. */
export async function guestPage({ publicUrl, demo }: LocalServer, event: string, name: string): Promise<string> {
  const response = await fetch(`${publicUrl}/api/v2/events/${event}/attendances`, {
    method: 'POST',
    headers: { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' },
    body: JSON.stringify({ person: { email_addresses: [{ address: emailOf(name) }] } }),
  })
  const { _links } = (await response.json()) as { _links: Record<string, { href: string }> }
  return new URL(_links['service:self_service']?.href ?? '').pathname
}
