import { recordEvent } from '../../../lib/events/record-event.js'
import { ownerStore } from '../../../lib/app/access.js'
import { partOf } from '../../../lib/runtime/service.js'
import { table } from '../../../lib/table/table.js'
import { eventDependencies } from '../../../lib/app/record-events.js'
import { demo } from '../../../local/demo.js'
import type { OwnService } from './service.js'

/** Resources that the processes change. All are paths or addresses. */
export interface Fixture {
  /** Events that people sign up for. One has seats for few of them, and a waiting list. */
  events: string[]
  apiEvents: string[]
  campaign: string
  tags: { id: string; name: string }[]
  people: string[]
  /** The email of each of the people. */
  emails: string[]
  /** People who are erased or merged. */
  expendable: string[]
  attendances: string[]
}

/** Makes what the processes change. */
export async function createFixture({ service, ask }: OwnService): Promise<Fixture> {
  const href = async (method: string, path: string, body: object) => {
    const { status, body: answer } = await ask(method, path, body)
    if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(answer)}`)
    return answer._links.self.href as string
  }
  const times = <Made>(count: number, make: (i: number) => Promise<Made>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)))
  const owners = ownerStore(partOf(service, table))
  const limited = await recordEvent(
    { ...(await owners.principalOf(`group:${demo.group.id}`)), key_id: 'none' },
    {
      draft: { title: 'Limited', origin_system: 'Outage' },
      made_in_interface: { hidden: false, capacity: 4, waitlist: true },
    },
    [],
    eventDependencies(service),
  )
  const apiEvents = await times(3, (i) =>
    href('POST', '/api/v2/events', { title: `Event ${i}`, origin_system: 'Outage' }),
  )
  const personOf = (address: string) => href('POST', '/api/v2/people', { person: { email_addresses: [{ address }] } })
  const emails = Array.from({ length: 8 }, (_, i) => `known-${i}@example.org`)
  const expendable = await times(12, (i) => personOf(`expendable-${i}@example.org`))
  return {
    events: [...apiEvents, `/api/v2/events/${limited.id}`],
    apiEvents,
    campaign: `/api/v2/event_campaigns/${demo.event_campaign.id}`,
    tags: await times(2, async (i) => {
      const name = `tag-${i}`
      const tag = await href('POST', '/api/v2/tags', { name })
      return { name, id: tag.split('/').at(-1) as string }
    }),
    people: await times(emails.length, (i) => personOf(emails[i] as string)),
    emails: [...emails, ...Array.from({ length: 12 }, (_, i) => `expendable-${i}@example.org`)],
    expendable,
    attendances: [
      await href('POST', `${apiEvents[0]}/attendances`, {
        person: { email_addresses: [{ address: emails[0] }] },
      }),
    ],
  }
}
