import { describe, expect, it } from 'vitest'
import { signedInAs } from '../support/clients/organizer.js'
import { demo, givenEvent, idOf, post, table } from '../support/service.js'
import { admin, sendAnnounced, takeReceived } from '../support/mail/mail.js'
import { arrivals } from '../support/mail/arrivals.js'
import { attendanceOf, personOf, rsvpSettings, submit } from '../support/clients/visitors.js'
import { scan } from '../../lib/table/scan.js'
import { givenHosted, givenHosting, mailTo, page, submitForm } from '../support/given/hosting.js'

describe('the guests of a host', () => {
  const known = (name: string) => ({
    given_name: 'Valerie',
    family_name: `Stored${name}`,
    email_addresses: [{ address: `${name}@looked.example`, status: 'subscribed' }],
    phone_numbers: [{ number: '+1 202 555 0178' }],
  })

  it('are shown as the form said, so that the email of another person tells neither a name nor who is known', async () => {
    await rsvpSettings({ browser_rsvps: true })
    await post('/api/v2/people', { person: known('valerie') })
    const { id } = await givenHosting({ 'service:hosting': 'open', 'service:hosting_contacts': true })
    const hosted = await givenHosted(id, { email: 'spy@host.example' })
    const come = async (email: string) =>
      expect((await submit(hosted.id, { email, given_name: 'Probe', phone: '(202) 555-0111' })).status).toBe(200)
    await come('valerie@looked.example')
    await come('nobody@looked.example')
    const tool = async (query: string) => (await page(`${hosted.link}?page=${query}`)).text
    const shown = await tool('guests')
    const rows = [...shown.matchAll(/<li id="[^"]*">(.*?)<\/li>/gs)].map(([, row]) => row?.replace(/\w+@/, '…@'))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toBe(rows[1])
    for (const text of [shown, await tool('door'), await tool('door&find=Stored')])
      expect(text).not.toMatch(/Valerie|Stored(?!")|0178/)
    expect(shown).toContain('valerie@looked.example, (202) 555-0111')
    // A name that the team gives the new person later stays with the team, too.
    await post('/api/v2/people', { person: known('nobody') })
    expect(await tool('guests')).toBe(shown)
    const organizer = await signedInAs(demo.group.organizer)
    expect((await organizer.open(`/manage/events/${hosted.id}/guests`)).html).toContain('Storedvalerie')
  })

  it('show no contact that nobody typed, where a link of a guest whom the team has added brings them', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open', 'service:hosting_contacts': true })
    const hosted = await givenHosted(id, { email: 'taker@host.example' })
    const { path } = await givenEvent()
    const { body } = await post(`${path}/attendances`, { person: known('byteam') })
    const link = new URL(body._links['service:self_service'].href).pathname
    const form = { action: 'attend', event: hosted.id }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post(link, new URLSearchParams(form).toString(), { key: null, headers })).status).toBe(303)
    const shown = (await page(`${hosted.link}?page=guests`)).text
    expect(shown).toContain('Valerie Storedbyteam')
    expect(shown).not.toMatch(/byteam@|0178/)
  })

  it('have the name to which they correct it by their link', async () => {
    await rsvpSettings({ browser_rsvps: true })
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const hosted = await givenHosted(id, { email: 'corrected@host.example' })
    await submit(hosted.id, { email: 'ola@looked.example', name: 'Ola Nordman' })
    const { _links } = await attendanceOf(hosted.id)
    await submitForm(new URL(_links['service:self_service'].href).pathname, { action: 'name', name: 'Ola Nordmann' })
    expect((await page(`${hosted.link}?page=guests`)).text).toContain('Ola Nordmann')
  })

  it('are named by a merge as the form said, and by an erasure not at all', async () => {
    await rsvpSettings({ browser_rsvps: true })
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const hosted = await givenHosted(id, { email: 'erased@host.example' })
    await submit(hosted.id, { email: 'mark@looked.example', given_name: 'Markedname' })
    const stays = idOf(await post('/api/v2/people', { person: known('stays') }))
    const from = idOf({ body: await personOf(hosted.id) } as never)
    expect((await admin('person', 'merge', stays, from, '--json')).code).toBe(0)
    const shown = async () => (await page(`${hosted.link}?page=guests`)).text
    expect(await shown()).toContain('Markedname')
    expect((await admin('person', 'erase', stays, '--json')).code).toBe(0)
    expect(await shown()).not.toMatch(/Markedname|Stored/)
    for await (const items of scan(table)) expect(JSON.stringify(items)).not.toContain('Markedname')
  })
})

describe('an event at which nobody on the team has looked', () => {
  const stranger = { title: 'Claim your prize at evil.example', access_notes: 'Or at evil2.example' }
  const online = { ...stranger, mode: 'online', join_url: 'https://evil.example/login', guests_write: '1' }

  it('is mailed without a link of its host; how to join stands on the page of the RSVP', async () => {
    await rsvpSettings({ browser_rsvps: true })
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const hosted = await givenHosted(id, { ...online, email: 'prizes@host.example', description: 'At evil.example' })
    await submit(hosted.id, { email: 'unlucky@mail.example' })
    const { text, mail, calendar } = await mailTo('unlucky@mail.example', 'confirmation')
    const source = [text, mail.html, mail.subject, String(calendar)].join('\n')
    expect(source).not.toMatch(/evil2?\.|prizes@/)
    expect(text).toContain('How to join is on the page of your RSVP.')
    const { _links } = await attendanceOf(hosted.id)
    expect((await page(new URL(_links['service:self_service'].href).pathname)).text).toContain('evil.example/login')
  })

  it('mails one mailbox five times an hour at most, whatever its host does', async () => {
    await rsvpSettings({ browser_rsvps: true })
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const email = 'flooded@mail.example'
    const hosted = [
      await givenHosted(id, { email: 'flood1@host.example' }),
      await givenHosted(id, { email: 'flood2@host.example' }),
    ]
    takeReceived()
    const arrive = arrivals(({ recipient }) => recipient === email)
    const comes = (count: number) => arrive((came) => expect(came).toHaveLength(count))
    for (const each of hosted) await submit(each.id, { email })
    await comes(2)
    const write = { action: 'write', subject: 'More', message: 'Text' }
    for (const [i, { link }] of hosted.entries()) {
      for (let n = 0; n < 2; n++) await submitForm(link, { ...write, draft: crypto.randomUUID() })
      await comes(i === 0 ? 4 : 5)
      await submitForm(link, { action: 'cancel' })
      await comes(5)
    }
    await sendAnnounced()
    await comes(5)
  })
})
