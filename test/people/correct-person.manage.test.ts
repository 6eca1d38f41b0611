import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { appendToLog } from '../../lib/access/store/log-store.js'
import { demo, get, givenEvent, post, put, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group } = demo
const PEOPLE = `/manage/${group.id}/people`

let organizer: Browser

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

/** A person of the group. @returns the id, and the path in the API */
async function given(address: string) {
  const { path } = await givenEvent()
  const { body } = await post(`${path}/attendances`, {
    person: { given_name: 'Oga', email_addresses: [{ address, status: 'subscribed' }] },
  })
  const id = (body['service:person_id'] as string).replace('service:', '')
  return { id, path: `/api/v2/people/${id}` }
}

const correct = (id: string, fields: Record<string, string>) => organizer.send(`${PEOPLE}/${id}/edit`, fields)

describe('correcting a person', () => {
  it('changes the name, the email and the phone, keeps the status, and says so', async () => {
    const { id, path } = await given('oga@exmaple.org')
    expect((await organizer.open(`${PEOPLE}/${id}`)).html).toContain(`${PEOPLE}/${id}/edit`)
    expect((await organizer.open(`${PEOPLE}/${id}/edit`)).html).toContain('value="oga@exmaple.org"')
    const fields = { given_name: 'Olga', family_name: 'Petrova', email_addresses: 'olga@corrects.example' }
    const { status } = await correct(id, { ...fields, phone_numbers: '+1 202 555 0199' })
    expect(status).toBe(303)
    expect((await get(path)).body).toMatchObject({
      given_name: 'Olga',
      family_name: 'Petrova',
      email_addresses: [{ address: 'olga@corrects.example', status: 'subscribed' }],
      phone_numbers: [{ number: '12025550199', status: 'unsubscribed' }],
    })
    const { html } = await organizer.open(`${PEOPLE}/${id}`)
    expect(html).toContain('+1 202 555 0199')
    expect((await organizer.open(`/manage/${group.id}/log`)).html).toContain('Corrected a person')
  })

  it('is logged with the name of the person as it is, and without one after an erasure', async () => {
    const added = await organizer.send(`${PEOPLE}/new`, {
      given_name: 'Logmark',
      family_name: 'New',
      email_addresses: 'logmark@corrects.example',
      phone_numbers: '',
    })
    const id = added.headers['location']?.split('/').at(-1) as string
    await correct(id, { given_name: 'Logmark', family_name: 'Newer', email_addresses: 'logmark@corrects.example' })
    const owner = `group:${group.id}` as const
    // As an earlier release wrote it.
    await appendToLog(table, {
      id: randomUUID(),
      owner,
      created_date: new Date().toISOString(),
      action: 'person_added',
      subject: { id, title: 'Logmark Older' },
    })
    const log = async () => (await organizer.open(`/manage/${group.id}/log`)).html
    expect((await log()).split('Logmark')).toHaveLength(4)
    expect(await log()).not.toContain('Logmark Older')
    await organizer.send(`${PEOPLE}/${id}/erase`, {})
    expect(await log()).not.toContain('Logmark')
    expect(await log()).toContain(`href="${PEOPLE}/${id}">someone who was erased`)
  })

  it('subscribes no address of someone who has unsubscribed, and takes none from another person', async () => {
    const other = await given('holds@corrects.example')
    const { id, path } = await given('left@corrects.example')
    await put(path, { email_addresses: [{ address: 'left@corrects.example', status: 'unsubscribed' }] })
    await correct(id, { given_name: 'Oga', email_addresses: 'left2@corrects.example' })
    expect((await get(path)).body.email_addresses).toMatchObject([
      { address: 'left2@corrects.example', status: 'unsubscribed' },
    ])
    const { cookies } = await correct(id, { given_name: 'Ola', email_addresses: 'holds@corrects.example' })
    expect(decodeURIComponent(decodeURIComponent(cookies.join()))).toContain('another person has it')
    expect((await get(path)).body).toMatchObject({
      given_name: 'Ola',
      email_addresses: [{ address: 'left2@corrects.example' }],
    })
    expect((await get(other.path)).body.email_addresses).toHaveLength(1)
  })

  it('keeps what was typed beside a fault, and leaves the contacts of the team alone', async () => {
    const { id } = await given('fault@corrects.example')
    const wrong = await correct(id, { given_name: 'Olga', email_addresses: 'nowhere' })
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('value="nowhere"')
    const form = await organizer.open(`${PEOPLE}/${group.creator}/edit`)
    expect(form.html).not.toContain('name="email_addresses"')
    await correct(group.creator, {
      given_name: 'Maya',
      family_name: 'Okafor',
      email_addresses: 'takes@corrects.example',
    })
    const { email_addresses } = (await get(`/api/v2/people/${group.creator}`)).body
    expect(JSON.stringify(email_addresses)).not.toContain('takes@corrects.example')
  })

  it('keeps notes of the team, which no key reads and an erasure takes', async () => {
    const { id, path } = await given('notes@corrects.example')
    const named = { given_name: 'Oga', email_addresses: 'notes@corrects.example' }
    await correct(id, { ...named, notes: 'Brings a van.\r\nAsk for <Tom>.' })
    expect((await organizer.open(`${PEOPLE}/${id}`)).html).toContain('Brings a van.<br/>Ask for &lt;Tom&gt;.')
    expect((await get(path)).text).not.toContain('van')
    await put(path, { given_name: 'Olga', notes: 'of a key' })
    await correct(id, { ...named, family_name: 'Petrova' })
    const { html } = await organizer.open(`${PEOPLE}/${id}/edit`)
    expect(html).toContain('Brings a van.')
    expect((await correct(id, { ...named, notes: 'x'.repeat(2_001) })).html).toContain('at most 2,000 characters')
    await correct(id, { ...named, notes: '' })
    expect((await organizer.open(`${PEOPLE}/${id}`)).html).not.toContain('van')
    await correct(id, { ...named, notes: 'Brings a van.' })
    await organizer.send(`${PEOPLE}/${id}/erase`, {})
    expect((await organizer.open(`${PEOPLE}/${id}`)).html).not.toContain('van')
  })

  it('is not for members', async () => {
    const { id } = await given('members@corrects.example')
    const member = await signedInAs(group.member)
    expect((await member.open(`${PEOPLE}/${id}/edit`)).status).toBe(403)
  })
})

describe('adding a person', () => {
  const add = (fields: Record<string, string>) => organizer.send(`${PEOPLE}/new`, fields)
  const toPerson = expect.stringMatching(new RegExp(`^${PEOPLE}/[0-9a-f-]{36}$`))

  it('takes a name and contacts, subscribes nobody, and says so', async () => {
    expect((await organizer.open(PEOPLE)).html).toContain(`href="${PEOPLE}/new"`)
    const { status, headers } = await add({ given_name: 'Mbali', email_addresses: 'mbali@adds.example' })
    expect([status, headers['location']]).toEqual([303, toPerson])
    const id = headers['location']?.split('/').at(-1)
    expect((await get(`/api/v2/people/${id}`)).body).toMatchObject({
      given_name: 'Mbali',
      email_addresses: [{ address: 'mbali@adds.example', status: 'unsubscribed' }],
    })
    expect((await organizer.open(`/manage/${group.id}/log`)).html).toContain('Added a person')
  })

  it('leads to a person who is known, and changes nothing of them', async () => {
    const { id, path } = await given('known@adds.example')
    const { headers, cookies } = await add({ given_name: 'Other', email_addresses: 'Known@adds.example' })
    expect(headers['location']).toBe(`${PEOPLE}/${id}`)
    expect(decodeURIComponent(decodeURIComponent(cookies.join()))).toContain('on your list already')
    expect((await get(path)).body).toMatchObject({
      given_name: 'Oga',
      email_addresses: [{ address: 'known@adds.example', status: 'subscribed' }],
    })
  })

  it('keeps what was typed beside a fault, and is not for members', async () => {
    const { status, html } = await add({ given_name: 'Mbali', email_addresses: 'none' })
    expect(status).toBe(400)
    expect(html).toMatch(/value="Mbali"/)
    const member = await signedInAs(group.member)
    expect((await member.open(`${PEOPLE}/new`)).status).toBe(403)
  })
})
