import { describe, expect, it } from 'vitest'
// It sets SMTP_URL, by which the interface has pages about mail.
import { admin, mails } from '../../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../../support/mail/mailed-events.js'
import { signedInAs } from '../../support/clients/organizer.js'
import { demo, get, post } from '../../support/service.js'

const { group } = demo
const ofGroup = `/manage/${group.id}/settings/mails`

describe('the emails of a group', () => {
  it('are worded with a preview and a test to oneself, and sent as they were saved', async () => {
    const organizer = await signedInAs(group.creator)
    const { path } = await givenMailedEvent({ title: 'Rally' })
    expect((await organizer.open(`/manage/${group.id}/settings`)).html).toContain(ofGroup)
    expect((await organizer.open(ofGroup)).html).toContain(`${ofGroup}/confirmation`)
    const wording = { subject: 'See you: {event}', body: '{given_name}!\r\n\r\n{rsvp}', is_sent: 'default' }
    const previewed = await organizer.send(`${ofGroup}/confirmation`, { ...wording, action: 'preview' })
    expect(previewed.html).toContain('See you: Rally')
    expect(await mails()).toEqual([])
    await organizer.send(`${ofGroup}/confirmation`, { ...wording, action: 'test' })
    const [test, ...others] = await mails()
    expect(others).toEqual([])
    expect(test).toMatchObject({ recipient: 'maya.okafor@example.org', subject: 'See you: Rally' })
    expect((await organizer.send(`${ofGroup}/confirmation`, { ...wording, action: 'save' })).status).toBe(303)
    await rsvp(path, 'worded@example.org')
    expect((await mails())[0]).toMatchObject({ recipient: 'worded@example.org', subject: 'See you: Rally' })
    expect((await organizer.open(ofGroup)).html).toContain('Changed')
    expect((await organizer.open(`/manage/${group.id}/log`)).html).toContain('Changed an email')
    await organizer.send(`${ofGroup}/confirmation`, { action: 'save' })
    await rsvp(path, 'default@example.org')
    expect((await mails())[0]?.subject).toBe('You’re in: Rally')
  })

  it('are refused with variables that do not exist, and keep what was typed', async () => {
    const organizer = await signedInAs(group.creator)
    const { status, html } = await organizer.send(`${ofGroup}/reminder`, {
      subject: 'Hi {town}',
      action: 'save',
    })
    expect(status).toBe(400)
    expect(html).toContain('There are no such variables: town.')
    expect(html).toContain('value="Hi {town}"')
    expect((await organizer.open(`${ofGroup}/message`)).status).toBe(404)
  })

  it('are not for an organizer, who words those of an event', async () => {
    const [organizer, member] = [await signedInAs(group.organizer), await signedInAs(group.member)]
    expect((await organizer.open(ofGroup)).status).toBe(403)
    const { id, path } = await givenMailedEvent()
    const ofEvent = `/manage/events/${id}/mails`
    expect((await member.open(ofEvent)).status).toBe(403)
    expect((await organizer.open(ofEvent)).html).toContain(`${ofEvent}/reminder`)
    await organizer.send(`${ofEvent}/confirmation`, { is_sent: 'off', action: 'save' })
    await rsvp(path, 'silent@example.org')
    expect(await mails()).toEqual([])
    const { path: other } = await givenMailedEvent()
    await rsvp(other, 'told@example.org')
    expect(await mails()).toHaveLength(1)
  })
})

describe('the address of the group', () => {
  it('is among the settings, in several lines', async () => {
    const organizer = await signedInAs(group.creator)
    const settings = `/manage/${group.id}/settings/email`
    await organizer.send(settings, { mail_address: '1 Main Street\r\nSpringfield' })
    expect((await organizer.open(settings)).html).toContain('1 Main Street\nSpringfield')
    await organizer.send(settings, {})
    expect((await organizer.open(settings)).html).not.toContain('Springfield')
  })
})

describe('an address that takes no email', () => {
  const bounced = async (email: string, ...flags: string[]) => {
    const { path } = await givenMailedEvent()
    const { path: attendance } = await rsvp(path, email)
    const { body } = await get(attendance)
    await mails()
    await admin('mail', 'bounce', '--email', email, ...flags)
    const again = async () => {
      const other = await givenMailedEvent()
      await rsvp(other.path, email)
      return (await mails()).map(({ recipient }) => recipient)
    }
    return { person: body['service:person_id'] as string, again }
  }
  const statusOf = async (address: string) =>
    (await post('/api/v2/people', { person: { email_addresses: [{ address }] } })).body.email_addresses[0].status

  it('takes mail about RSVPs again when an organizer lifts a bounce', async () => {
    const organizer = await signedInAs(group.organizer)
    const { person, again } = await bounced('bounced@example.org')
    expect(await again()).toEqual([])
    const path = `/manage/${group.id}/people/${person}`
    expect((await organizer.open(path)).html).toContain(`${path}/lift`)
    await organizer.send(`${path}/lift`)
    expect((await organizer.open(path)).html).not.toContain(`${path}/lift`)
    expect(await statusOf('bounced@example.org')).toBe('previous bounce')
    expect(await again()).toEqual(['bounced@example.org'])
  })

  it('keeps being left alone after a complaint, until the command lifts it', async () => {
    const email = 'complained@example.org'
    const organizer = await signedInAs(group.organizer)
    const { person, again } = await bounced(email)
    await admin('mail', 'bounce', '--email', email, '--complaint')
    await organizer.send(`/manage/${group.id}/people/${person}/lift`)
    expect(await statusOf(email)).toBe('spam complaint')
    expect(await again()).toEqual([])
    const { json } = await admin('mail', 'lift', '--email', email, '--json')
    expect(json).toEqual({ email, people: [person] })
    expect(await statusOf(email)).toBe('previous spam complaint')
    expect(await again()).toEqual([email])
  })
})
