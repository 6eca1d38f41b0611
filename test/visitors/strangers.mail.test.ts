import { beforeAll, describe, expect, it } from 'vitest'
import { mails } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { get, post } from '../support/service.js'

/** Strangers without a key or a link make the service mail within limits. */

beforeAll(() => rsvpSettings({ browser_rsvps: true }))

describe('the RSVP form', () => {
  it('mails one mailbox of Gmail five times, wherever its dots are', async () => {
    const { id } = await givenMailedEvent()
    for (const local of ['a.bcdef', 'ab.cdef', 'abc.def', 'abcd.ef', 'abcde.f', 'a.b.c.d.e.f', 'abcdef'])
      await submit(id, { email: `${local}@gmail.com` })
    expect(await mails()).toHaveLength(5)
  })

  it('does not use up the emails of RSVPs that a key records', async () => {
    const { id, path } = await givenMailedEvent()
    for (let n = 0; n < 7; n++) await submit(id, { email: `family+${n}@example.com` })
    expect(await mails()).toHaveLength(5)
    for (let n = 0; n < 7; n++) await rsvp(path, `family+key${n}@example.com`)
    expect(await mails()).toHaveLength(7)
  })

  it('does not become a letter to a stranger from the domain of the group', async () => {
    const { id } = await givenMailedEvent({ title: 'Rally' })
    const letter = 'URGENT: your account is locked, sign in at https://evil.example/login '.repeat(3).slice(0, 200)
    const name = { given_name: letter, family_name: 'evil.example' }
    expect((await submit(id, { email: 'victim@example.com', ...name })).status).toBe(200)
    const [mail] = await mails()
    expect(mail?.mail.to).toMatchObject({ text: 'victim@example.com' })
    const source = `${mail?.text} ${String(mail?.mail.html)} ${mail?.subject} ${String(mail?.calendar)}`
    expect(source).not.toMatch(/evil|URGENT/)
    expect(mail?.subject).toContain('Rally')
  })

  it('confirms to the address that was typed, whoever is known with the number beside it', async () => {
    const { id } = await givenMailedEvent()
    const { body } = await post('/api/v2/people', { person: { phone_numbers: [{ number: '+1 202 555 0177' }] } })
    for (const [email, phone] of [
      ['known@strangers.example', '+12025550177'],
      ['unknown@strangers.example', '+12025550178'],
    ] as const)
      expect((await submit(id, { email, phone })).status).toBe(200)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([
      'known@strangers.example',
      'unknown@strangers.example',
    ])
    const { phone_numbers } = (await get(new URL(body._links.self.href).pathname)).body
    expect(phone_numbers).toMatchObject([{ number: '12025550177' }])
  })

  it('greets people by their names', async () => {
    const { id } = await givenMailedEvent()
    await submit(id, { email: 'grace@example.com', given_name: 'Grace', family_name: 'Hopper' })
    const [mail] = await mails()
    expect(mail?.mail.to).toMatchObject({ text: '"Grace Hopper" <grace@example.com>' })
    expect(mail?.text).toContain('Grace')
  })
})

describe('the page of an RSVP', () => {
  it('mails no more than the form, however often it is canceled and taken up again', async () => {
    const { path } = await givenMailedEvent()
    const { _links } = await rsvp(path, 'toggles@example.com')
    expect(await mails()).toHaveLength(1)
    const page = new URL(_links['service:self_service'].href as string).pathname
    for (let n = 0; n < 8; n++)
      for (const action of ['decline', 'accept']) expect((await submit(page, { action })).status).toBe(303)
    expect((await mails()).length).toBeLessThanOrEqual(5)
  })
})
