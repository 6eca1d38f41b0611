import { expect, it } from 'vitest'
import { address, get, givenEvent, post, send, assignPending } from '../support/service.js'
import { adminOf } from './admin.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const erase = async (id: string) => (await admin('person', 'erase', id, '--json')).json

const audited = async () => (await admin('audit', '--json')).json.violations

const rsvp = (name: string, more: object = {}) => ({
  person: {
    given_name: name,
    family_name: 'Secret',
    email_addresses: [{ address: `${name}@secret.example` }],
    ...more,
  },
})

const attend = async (event: { path: string }, name: string, more: object = {}, besides: object = {}) => {
  const reply = await post(`${event.path}/attendances`, { ...rsvp(name, more), ...besides })
  expect(reply.status, reply.text).toBe(200)
  return reply.body['service:person_id'] as string
}

it('an erased person never gets back an email from RSVPs that race with the erasure', async () => {
  const event = await givenEvent()
  for (let i = 0; i < 5; i++) {
    const id = await attend(event, `race-${i}`)
    const again = () => send('POST', `${event.path}/attendances`, rsvp(`race-${i}`, { languages_spoken: [`${i}`] }))
    const [, ...replies] = await Promise.all([erase(id), again(), again()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    await erase(id)
    expect((await get(`/api/v2/people/${id}`)).body).toMatchObject({
      email_addresses: [],
      languages_spoken: [],
    })
    const anew = await attend(event, `race-${i}`)
    expect(anew).not.toBe(id)
  }
  await assignPending()
  expect(await audited()).toEqual([])
})
