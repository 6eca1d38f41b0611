import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_MAILS } from '../../lib/mail/kinds-of-event-email.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { sampleMail } from '../../lib/mail/sending/write-event-email.js'
import { ownerStore } from '../../lib/app/access.js'
import { contrastOf, mailColors } from '../../lib/mail/sending/letterhead.js'
import { document } from '../../lib/mail/sending/wording.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { givenHosted, givenHosting, mailTo, page, submitForm, typed } from '../support/given/hosting.js'
import { type Received, mails, mailsDueAt } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { PUBLIC_URL, demo, table } from '../support/service.js'

/* A group's name, color and logo in its emails, and on the pages that emails lead to. */

const { group } = demo
const LOGO = 'https://images.example.org/logo.png?size=80&kind=round'
const COLOR = '#ffdd00'
const BRAND = `<style>:root{--brand:${COLOR};--drawn:luminosity}</style>`

let organizer: Browser
beforeAll(async () => {
  await ownerStore(table).changeSettings(`group:${group.id}`, { color: COLOR, logo_url: LOGO })
  organizer = await signedInAs(group.creator)
})
afterAll(() => ownerStore(table).changeSettings(`group:${group.id}`, { color: null, logo_url: null }))

/** The looks that the HTML of an email has. */
const looksOf = ({ mail }: Pick<Received, 'mail'>) => {
  const html = mail.html as string
  return {
    logo: /<img src="([^"]*)" alt="" height="40" style="[^"]*"/.exec(html)?.[1],
    name: />Turnout Demo Group<\/td>/.test(html),
    line: /border-top:4px solid (#\w+)/.exec(html)?.[1],
    links: [...html.matchAll(/<a [^>]*>/g)].map(([link]) => /style="(?:[^"]*background|color):(#\w+)/.exec(link)?.[1]),
  }
}

const expectLooks = (mail: Pick<Received, 'mail'> & { kind?: string }) => {
  const { light } = mailColors(COLOR) as { light: string }
  const { links, ...looks } = looksOf(mail)
  expect([mail.kind, looks]).toEqual([mail.kind, { logo: LOGO.replace('&', '&amp;'), name: true, line: light }])
  expect([mail.kind, [...new Set(links)].filter((each) => each !== light)]).toEqual([mail.kind, []])
}

describe('the looks of a group in emails', () => {
  // The first test: nothing else is due then.
  it('are in emails to organizers', async () => {
    const settings = `/manage/${group.id}/settings/reports`
    const other = await signedInAs(group.organizer)
    await other.send(settings, { eve: 'on' })
    await mails()
    await givenMailedEvent({
      start_date: { wallClock: '2033-07-10T19:00:00' },
      end_date: { wallClock: '2033-07-10T21:00:00' },
    })
    const due = [...(await mailsDueAt('2033-07-09T22:00:00Z')), ...(await mails())]
    const [eve] = due.filter(({ kind }) => kind === 'eve')
    expectLooks(eve as Received)
    await other.send(settings, {})
  })

  it('are in confirmations, in emails of the waiting list and in cancellations', async () => {
    const event = await givenMailedEvent({ capacity: 1, waitlist: true })
    await rsvp(event.path, 'one@looks.example')
    await rsvp(event.path, 'two@looks.example')
    const all = await mails()
    await organizer.send(`/manage/events/${event.id}/cancel`, {})
    const kinds = async () => {
      all.push(...(await mails()))
      return new Set(all.map(({ kind }) => kind)).size
    }
    await expect.poll(kinds, { timeout: 30_000 }).toBe(3)
    all.forEach(expectLooks)
  })

  it.each(EVENT_MAILS)('are in the sample of each email of an event: %s', async (kind) => {
    const event = (await loadEvent(table, (await givenMailedEvent()).id)) as OsdiEvent
    const settings = { color: COLOR, logo_url: LOGO }
    const { mail } = sampleMail(
      kind,
      event,
      { address: 'ada@looks.example', wording: {} },
      { site: { publicUrl: PUBLIC_URL, nativePrefix: 'service' }, sender: 'events@example.net', settings },
    )
    expectLooks({ kind, mail } as unknown as Received)
  })

  it('have the name that the group has now, also for events that were made before', async () => {
    const event = (await loadEvent(table, (await givenMailedEvent()).id)) as OsdiEvent
    const settings = { title: 'River Friends' }
    const context = { site: { publicUrl: PUBLIC_URL, nativePrefix: 'service' }, sender: 'events@example.net', settings }
    const { mail } = sampleMail('confirmation', event, { address: 'ada@looks.example', wording: {} }, context)
    expect(mail).toMatchObject({ from_name: 'River Friends' })
    expect(mail.html).not.toContain('Turnout Demo Group')
  })

  it('are in messages', async () => {
    const event = await givenMailedEvent()
    await rsvp(event.path, 'reader@looks.example')
    await mails()
    const form = `/manage/events/${event.id}/messages`
    const message = { subject: 'News', text: 'Read [this](https://example.org/news).', guests: 'coming' }
    await organizer.send(form, { ...message, action: 'test', test_to: 'Maya.Okafor@example.org' })
    const test = await mailTo('maya.okafor@example.org', 'message')
    expectLooks(test)
    expect(looksOf(test).links.length).toBeGreaterThan(1)
  })

  it('are in invitations to the team', async () => {
    await organizer.send(`/manage/${group.id}/members`, { email: 'hand@looks.example', role: 'organizer' })
    expectLooks(await mailTo('hand@looks.example', 'invited'))
  })

  it('are in emails to hosts, and on their pages', async () => {
    const { id: campaign } = await givenHosting({ 'service:hosting': 'open' })
    const asked = await submitForm(`/event_campaigns/${campaign}/host`, { ...typed(), confirmed: '1' })
    const verify = await mailTo('priya@host.example', 'host-verify')
    expectLooks(verify)
    const link = (/\/host\/[\w-]+/.exec(verify.text) as RegExpExecArray)[0]
    const pages = [
      await page(`/event_campaigns/${campaign}/host`),
      await submitForm(`/event_campaigns/${campaign}/host`, typed()),
      asked,
      await page(link),
    ]
    const { link: tools } = await givenHosted(campaign, { email: 'second@host.example' })
    for (const path of [tools, `${tools}?page=edit`, `${tools}?page=guests`]) pages.push(await page(path))
    await mails()
    for (const { text, headers } of pages) {
      expect(text).toContain(BRAND)
      expect(text).toContain(`<img class="logo" src="${LOGO.replace('&', '&amp;')}"`)
      expect(headers['content-security-policy']).toMatch(/style-src 'sha256-[^']+' 'sha256-[^']+';/)
    }
  })

  it('are on the pages that the links of emails lead to, and on their refusals', async () => {
    const event = await givenMailedEvent()
    const { _links } = await rsvp(event.path, 'linked@looks.example')
    await mails()
    await mailsDueAt(new Date())
    const { pathname } = new URL(_links['service:self_service'].href as string)
    const form = `/manage/events/${event.id}/messages`
    await organizer.send(form, { subject: 'News', text: 'Hello', guests: 'coming', action: 'send' })
    const [message] = await mailsDueAt(new Date(Date.now() + 31_000))
    const unsubscribe = (/\/unsubscribe\/\S+/.exec(message?.text ?? '') as RegExpExecArray)[0]
    const refused = await submitForm(pathname, { action: 'nothing' })
    expect(refused.status).toBe(400)
    for (const { text } of [
      await page(pathname),
      refused,
      await page(unsubscribe),
      await submitForm(unsubscribe, {}),
    ]) {
      expect(text).toContain(BRAND)
      expect(text).toContain('<img class="logo"')
    }
    expect(refused.text).toContain(`href="${_links['service:self_service'].href as string}"`)
    const unknown = await page('/rsvp/unknown')
    expect(unknown.status).toBe(404)
    expect(unknown.text).not.toContain('--brand:#ff')
  })

  it('are in the data of embeds', async () => {
    const { id } = await givenMailedEvent()
    const { body: ofEvent } = await page(`/embed/events/${id}`)
    const { body: ofCampaign } = await page(`/embed/event_campaigns/${demo.event_campaign.id}`)
    expect([ofEvent.color, ofCampaign.color]).toEqual([COLOR, COLOR])
  })

  it('are on the preview of a draft and of a form, whose policy allows them', async () => {
    const saved = await organizer.send(`/manage/${group.id}/actions/new`, { title: 'A draft' })
    const draft = await organizer.open(saved.headers['location'] as string)
    const form = await organizer.send(`${saved.headers['location']}/edit/preview`, { title: 'A draft', revision: '1' })
    for (const { html, headers } of [draft, form]) {
      expect(html).toContain(`--brand:${COLOR}`)
      expect(html).toContain('&lt;img class=&quot;logo&quot;')
      expect(headers['content-security-policy']).toMatch(/style-src( 'sha256-[^']+'){3};/)
    }
  })

  it('are left out where a group has chosen none, and escaped where it has', () => {
    const bare = document('Title', '<p><a href="https://x.example">x</a></p>', 'en', { title: 'Group' })
    expect(bare).toBe(document('Title', '<p><a href="https://x.example">x</a></p>', 'en'))
    const hostile = document('Title', '<p></p>', 'en', {
      title: '<b>"&',
      color: 'red;background:url(//x)',
      logo_url: 'https://x.example/"onerror="x',
    })
    expect(hostile).toContain('&lt;b&gt;&quot;&amp;')
    expect(hostile).not.toMatch(/url\(|"onerror/)
    expect(document('T', '', 'en', { logo_url: 'javascript:alert(1)' })).not.toContain('<img')
  })

  it('leave the color of a link that an organizer has styled', () => {
    const body = '<p><a href="https://x.example" style="color:#fff">x</a> <abbr>a</abbr></p>'
    expect(document('T', body, 'en', { color: COLOR })).toContain(body)
  })
})

describe('the color of a group in emails', () => {
  it('can be read on white and at night, whatever was chosen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const color = `#${value.toString(16).padStart(6, '0')}`
        const { light, dark } = mailColors(color) as { light: string; dark: string }
        expect(contrastOf(light, '#ffffff')).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(dark, '#2b2b2b')).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(dark, '#000000')).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('is itself where it can be read', () => {
    expect(mailColors('#2B4FD6')?.light).toBe('#2b4fd6')
    expect(mailColors('no color')).toBeUndefined()
  })
})
