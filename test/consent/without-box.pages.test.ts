import { beforeAll, describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { personOf, rsvpSettings, submit, termsShown } from '../support/clients/visitors.js'
import { UNKNOWN_ID, address, demo, givenEvent, post, put } from '../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const count = async () => (await admin('person', 'without-box', '--group', demo.group.id, '--json')).json

/** Somebody answers by the form. @returns the path of the person */
async function come(email: string, inputs: Record<string, string> = {}): Promise<string> {
  const { id } = await givenEvent()
  const { status } = await submit(id, { email, consent: (await termsShown(id)).id, ...inputs })
  expect(status).toBe(200)
  return `/api/v2/people/${((await personOf(id))._links.self.href as string).split('/').at(-1)}`
}

beforeAll(() => rsvpSettings({ browser_rsvps: true, confirm_opt_in: false }))

describe('person without-box', () => {
  it('counts who is subscribed by an RSVP without a box, and nobody whom a box, a key or nothing subscribed', async () => {
    const { subscribed, without_box } = await count()
    await rsvpSettings({ rsvp_subscribes: true })
    const [first] = [await come('first@unasked.example'), await come('second@unasked.example')]
    await rsvpSettings({ rsvp_subscribes: false })
    await come('never@unasked.example')
    const person = { email_addresses: [{ address: 'key@unasked.example' }] }
    await post(`${(await givenEvent()).path}/attendances`, { person })
    // A later form does not subscribe a person who is known already.
    await come('key@unasked.example')
    await rsvpSettings({ opt_in_text: 'Tell me more' })
    await come('ticked@unasked.example', { opt_in: 'yes' })
    expect(await count()).toEqual({ subscribed: subscribed + 4, without_box: without_box + 2 })
    await put(first, { email_addresses: [{ address: 'first@unasked.example', status: 'unsubscribed' }] })
    expect(await count()).toEqual({ subscribed: subscribed + 3, without_box: without_box + 1 })
  })

  it('needs a known owner', async () => {
    const { code, err } = await admin('person', 'without-box', '--group', UNKNOWN_ID)
    expect([code, err]).toEqual([1, `There is no group with the id ${UNKNOWN_ID}.\n`])
  })
})
