import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { personOf, rsvpSettings, submit, termsShown } from '../support/clients/visitors.js'
import { admin, mails } from '../support/mail/mail.js'
import { demo, gateway, get, givenEvent, table } from '../support/service.js'
import { idOfOptIn } from '../../lib/consent/opt-in.js'
import { getMany } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'

/* People on the mailing list by an RSVP without a box are counted on request, and asked once. */

const PAGE = `/manage/${demo.group.id}/settings/without-box`

let administrator: Browser
beforeAll(async () => {
  administrator = await signedInAs(demo.group.administrator)
  await rsvpSettings({ browser_rsvps: true, confirm_opt_in: false })
})
afterEach(() => rsvpSettings({ rsvp_subscribes: false }))

/** Somebody is subscribed by an RSVP without a box. @returns the path of the person */
async function come(email: string): Promise<string> {
  await rsvpSettings({ rsvp_subscribes: true })
  const { id } = await givenEvent()
  expect((await submit(id, { email, consent: (await termsShown(id)).id })).status).toBe(200)
  await mails()
  return `/api/v2/people/${((await personOf(id))._links.self.href as string).split('/').at(-1)}`
}

const statusOf = async (path: string) => (await get(path)).body.email_addresses[0].status
const asked = async () => (await mails()).filter(({ kind }) => kind === 'opt-in-listed')
const open = async (link: string, method = 'GET') =>
  (
    await gateway.handle({ method, path: new URL(link).pathname, headers: { accept: 'text/html' }, body: '' })
  ).body.toString()

describe('those whom an RSVP subscribed without a box', () => {
  it('are counted where an organizer asks for it, and the pages before cost nothing for it', async () => {
    await come('counted@asked.example')
    const { read } = table.consumedCapacity
    expect((await administrator.open(`/manage/${demo.group.id}/settings/privacy`)).html).toContain(PAGE)
    const settings = table.consumedCapacity.read - read
    expect((await administrator.open(PAGE)).html).toContain('Count them')
    expect(table.consumedCapacity.read - read).toBeLessThanOrEqual(2 * settings)
    const { status, html } = await administrator.send(PAGE)
    expect([status, /checkbox: (\d+) of the \d+ people/.exec(html)?.[1]]).toEqual([200, '1'])
    expect(html).toContain('Ask them by email')
    expect(await asked()).toEqual([])
  })

  it('are asked once, stay without an answer, and a proof is kept of whom the button keeps', async () => {
    const [yes, silent] = [await come('yes@asked.example'), await come('silent@asked.example')]
    expect((await administrator.send(PAGE, { ask: 'yes' })).html).toContain('3 people are being emailed.')
    const sent = await asked()
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
      ['counted', 'silent', 'yes'].map((name) => `${name}@asked.example`),
    )
    expect((await administrator.open(`/manage/${demo.group.id}/log`)).html).toContain('whether they want to stay on it')
    const { text } = sent.find(({ recipient }) => recipient === 'yes@asked.example')!
    const link = /https:\S+\/opt-in\/[\w-]+/.exec(text)?.[0] as string
    expect(text).toMatch(/\/unsubscribe\/[\w-]+/)
    expect(await open(link)).toContain('Yes, email me')
    expect(await statusOf(yes)).toBe('subscribed')
    expect(await open(link, 'POST')).toContain('You’re on the mailing list.')
    expect([await statusOf(yes), await statusOf(silent)]).toEqual(['subscribed', 'subscribed'])
    // Those who have confirmed count no more, and nobody is asked again.
    const { json } = await admin('person', 'without-box', '--group', demo.group.id, '--ask', '--json')
    expect(json).toMatchObject({ without_box: 2, asked: 0 })
    expect(await asked()).toEqual([])
  })

  it('leave the list at the link in the email', async () => {
    const leaves = await come('leaves@asked.example')
    expect((await admin('person', 'without-box', '--group', demo.group.id, '--ask', '--json')).json.asked).toBe(1)
    const [mail] = await asked()
    await open(/https:\S+\/unsubscribe\/[\w-]+/.exec(mail!.text)?.[0] as string, 'POST')
    expect(await statusOf(leaves)).toBe('unsubscribed')
    // The other link of the email then leads back, as a box does.
    expect(await open(/https:\S+\/opt-in\/[\w-]+/.exec(mail!.text)?.[0] as string)).toContain('Yes, email me')
  })

  it('are no matter of members who may not change settings', async () => {
    const member = await signedInAs(demo.group.member)
    expect((await member.send(PAGE, { ask: 'yes' })).status).toBe(403)
  })

  it('are no more named by what they were asked, once they are erased', async () => {
    const path = await come('Erased@asked.example')
    expect((await admin('person', 'without-box', '--group', demo.group.id, '--ask', '--json')).json.asked).toBe(1)
    const owner = `group:${demo.group.id}` as const
    const boxes = () => getMany(table, [keyOf.askedOptIn(idOfOptIn(owner, 'erased@asked.example', 'opt-in-listed'))])
    expect(await boxes()).toEqual([expect.objectContaining({ is_listed: true })])
    expect((await admin('person', 'erase', path.split('/').at(-1) as string, '--json')).code).toBe(0)
    expect(await boxes()).toEqual([undefined])
  })
})
