import { givenInterfaceEvent, post } from '../service.js'

const DAY_MS = 86_400_000

/** The wall clock in some days, in UTC, to the minute. */
export const clockIn = (days: number) => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16)}:00`

/** An event of the interface in ten days, in Washington. */
export const givenMailedEvent = (fields: Parameters<typeof givenInterfaceEvent>[0] = {}) =>
  givenInterfaceEvent({
    start_date: { wallClock: clockIn(10) },
    timezone_identifier: 'America/New_York',
    instructions: '<p>Bring <b>water</b>.</p>',
    ...fields,
  })

/** The body of an RSVP by the helper. */
const signup = (address: string, more: object = {}) => ({
  person: { given_name: 'Ada', email_addresses: [{ address }] },
  ...more,
})

/** Records an RSVP. @returns its document, and its path */
export async function rsvp(path: string, address: string, more: object = {}) {
  const { status, body, text } = await post(`${path}/attendances`, signup(address, more))
  if (status !== 200) throw new Error(text)
  return { ...body, path: new URL(body._links.self.href as string).pathname }
}
