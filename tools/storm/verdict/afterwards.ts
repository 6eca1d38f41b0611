import type { Callers } from '../calls/callers.js'
import { errorCodeOf } from '../calls/client.js'
import type { Operation } from '../calls/workload.js'
import { succeed } from '../fixture.js'

/**
 * Sends RSVPs when the storm is over and counted. Everybody who was ever named in one can come, by the same contacts:
 * no claim of an email or a phone number leads nowhere. And events with a capacity fill up to it: no seat was lost.
 * @returns what is wrong, one sentence each
 */
export async function rsvpAfterwards(callers: Callers, operations: Operation[]): Promise<string[]> {
  const { client, fixture } = callers
  const faults: string[] = []

  const people = new Map<string, object>()
  for (const { make } of operations) {
    const person = (make?.(fixture).request.body as { person?: object } | undefined)?.person
    if (person) people.set(JSON.stringify(person), person)
  }
  const left = [...people.values()]
  const worker = async () => {
    for (let person = left.pop(); person; person = left.pop()) {
      const answer = await client.send({
        method: 'POST',
        path: `${fixture.after}/attendances`,
        body: { person },
      })
      if (answer.status !== 200)
        faults.push(
          `In calm weather, an RSVP of ${JSON.stringify(person)} is answered ${answer.status} ${errorCodeOf(answer) ?? String(answer.body)} by ${answer.server}`,
        )
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))

  for (const { path, capacity } of fixture.limited) {
    let refused = false
    for (let i = 0; i <= capacity && !refused; i++) {
      const body = { person: { email_addresses: [{ address: `late-${i}@example.org` }] } }
      const answer = await client.send({ method: 'POST', path: `${path}/attendances`, body })
      refused = answer.status !== 200
      if (refused && errorCodeOf(answer) !== 'event_full')
        faults.push(`In calm weather, an RSVP to ${path} is answered ${answer.status} ${errorCodeOf(answer)}`)
    }
    const { body } = await succeed(client, { method: 'GET', path })
    if (body.total_accepted !== capacity)
      faults.push(`${path} is full with ${body.total_accepted} of ${capacity} places taken`)
  }
  return faults
}
