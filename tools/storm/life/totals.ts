import { demo } from '../../../local/demo.js'
import type { Client } from '../calls/client.js'
import type { Scene } from './life-storm.js'

/** Finds totals of events that differ between the two versions, and from a walk through the attendances. */
export async function differences(client: Client, { events }: Scene): Promise<string[]> {
  const faults: string[] = []
  const headers = { 'api-key': demo.group.key }
  const get = async (path: string) => (await client.send({ method: 'GET', path, headers })).body
  for (const event of events) {
    const [second, first] = [await get(`/api/v2/events/${event}`), await get(`/api/v1/events/${event}`)]
    const counted = { accepted: 0, declined: 0, waitlisted: 0, guests: 0, confirmed: 0 }
    const positions: number[] = []
    for (let path: string | undefined = `/api/v2/events/${event}/attendances?per_page=100`; path;) {
      const body = await get(path)
      for (const each of body._embedded['osdi:attendances']) {
        if (each.status === 'tentative') {
          counted.waitlisted += 1
          positions.push(each['service:waitlist_position'] as number)
        } else counted[each.status as 'accepted' | 'declined'] += 1
        if (each.status === 'accepted') counted.guests += each['service:guests'] as number
        if (each['service:confirmed_date'] !== undefined) counted.confirmed += 1
      }
      const next = body._links.next?.href as string | undefined
      path = next && new URL(next).pathname + new URL(next).search
    }
    const { accepted, declined, waitlisted, guests, confirmed } = second['service:totals']
    const [said, found] = [
      JSON.stringify({ accepted, declined, waitlisted, guests, confirmed }),
      JSON.stringify(counted),
    ]
    if (said !== found) faults.push(`${event} says ${said}, and has ${found}.`)
    if (JSON.stringify(first['service:totals']) !== JSON.stringify(second['service:totals']))
      faults.push(`${event} has other totals in version 1.`)
    if (second.total_accepted !== counted.accepted) faults.push(`${event} has another total_accepted.`)
    const ranks = positions.toSorted((one, other) => one - other)
    if (ranks.some((rank, i) => rank !== i + 1)) faults.push(`${event} has the ranks ${ranks.join(', ')}.`)
  }
  return faults
}
