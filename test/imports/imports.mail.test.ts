import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { type Browser, type Shown, signedInAs } from '../support/clients/organizer.js'
import { mails } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { PUBLIC_URL, address, assignPending, demo, get } from '../support/service.js'

/* Files of RSVPs mail no one, unless the organizer asks for it. */

const kindsOf = (all: { kind: string; recipient: string }[]) =>
  all.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()
const imported = async () => {
  await assignPending()
  return kindsOf(await mails())
}

describe('the import page', () => {
  const page = `/manage/${demo.group.id}/import`
  let organizer: Browser
  beforeAll(async () => {
    organizer = await signedInAs(demo.group.organizer)
  })

  const check = (text: string, fields: Record<string, string>) =>
    organizer.upload(page, {
      upload: new File([text], 'file.csv', { type: 'text/csv' }),
      kind: 'attendances',
      ...fields,
    })

  /** Sends the form that a page shows, with what it has ticked. */
  const send = ({ html }: Shown, action: string, more: Record<string, string> = {}) => {
    const [, form = ''] = /<form method="post" action="[^"]*\/import"[^>]*>(.*?)<\/form>/s.exec(html) ?? []
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const selected = [...form.matchAll(/<select class="input" name="([^"]+)".*?<\/select>/gs)].map(([text, name]) => [
      '',
      name,
      /value="([^"]*)" selected/.exec(text)?.[1] ?? '',
    ])
    const ticked = boxOf(form)?.includes(' checked') ? [['', 'mail', 'on']] : []
    const fields = Object.fromEntries([...hidden, ...selected, ...ticked].map(([, name, value]) => [name, value]))
    return organizer.send(page, { ...(fields as Record<string, string>), ...more, action })
  }
  const boxOf = (html: string) => /<input[^>]*type="checkbox"[^>]*name="mail"[^>]*>/.exec(html)?.[0]

  const FILE = 'Email\nzoe@page.example\nmax@page.example\nnowhere\n'

  it('has a box that names how many, which is off, and then mails no one', async () => {
    const { id } = await givenMailedEvent()
    const checked = await check(FILE, { event: id })
    expect(boxOf(checked.html)).toBeDefined()
    expect(boxOf(checked.html)).not.toContain('checked')
    expect(checked.html).toContain('Tell the 2 people by email that they’re coming or waiting')
    expect((await send(checked, 'import')).html).toContain('2 rows imported.')
    expect(await imported()).toEqual([])
  })

  it('mails who comes and who waits where the box is ticked, once', async () => {
    const { id } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const checked = await check(FILE, { event: id })
    await send(checked, 'import', { mail: 'on' })
    // Rows are recorded at the same time: either is first.
    expect((await imported()).map((each) => each.split(' ')[0])).toEqual(['confirmation', 'waitlisted'])
    await send(await check(FILE, { event: id }), 'import', { mail: 'on' })
    expect(await imported()).toEqual([])
  })

  it('keeps the tick while the columns are checked again', async () => {
    const { id } = await givenMailedEvent()
    const checked = await check(FILE, { event: id })
    const again = await send(checked, 'check', { mail: 'on' })
    expect(boxOf(again.html)).toContain('checked')
    await send(again, 'import')
    expect(await imported()).toEqual(['confirmation max@page.example', 'confirmation zoe@page.example'])
  })

  it('mails no one about an event that is over, ticked or not', async () => {
    const { id } = await givenMailedEvent({
      start_date: { wallClock: clockIn(-3) },
      end_date: { wallClock: clockIn(-2) },
    })
    const done = await send(await check(FILE, { event: id }), 'import', { mail: 'on' })
    expect(done.html).toContain('2 rows imported.')
    expect(await imported()).toEqual([])
  })

  it.each(['people', 'events'])('has no such box for a file of %s', async (kind) => {
    expect(boxOf((await check('Email,Title,Start date\na@b.example,T,2040-05-06', { kind })).html)).toBe(undefined)
  })
})

describe('import csv attendances', () => {
  const admin = adminOf({
    TABLE_NAME: address.tableName,
    DYNAMODB_ENDPOINT: address.endpoint,
    PUBLIC_URL,
  })
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mail-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  let files = 0
  async function importCsv(kind: string, text: string, ...more: string[]) {
    const path = join(folder, `${++files}.csv`)
    await writeFile(path, text)
    const of = ['--group', demo.group.id]
    return admin('import', 'csv', kind, ...of, '--in', path, ...more, '--json')
  }
  const FILE = 'Email\nzoe@command.example\nmax@command.example\n'

  it('mails no one without --mail, and not later either', async () => {
    const { id } = await givenMailedEvent({ capacity: 1, waitlist: true })
    expect((await importCsv('attendances', FILE, '--event', id)).json).toMatchObject({ recorded: 2 })
    expect(await imported()).toEqual([])
    await importCsv('attendances', FILE, '--event', id, '--mail')
    expect(await imported()).toEqual([])
  })

  it('mails who comes and who waits with --mail', async () => {
    const { id } = await givenMailedEvent({ capacity: 1, waitlist: true })
    await importCsv('attendances', FILE, '--event', id, '--mail')
    // Rows are recorded side by side: any of the two may come.
    expect((await imported()).map((each) => each.split(' ')[0])).toEqual(['confirmation', 'waitlisted'])
  })

  it('mails nothing in a dry run', async () => {
    const { id } = await givenMailedEvent()
    await importCsv('attendances', FILE, '--event', id, '--mail', '--dry-run')
    expect(await imported()).toEqual([])
  })

  it('mails no one who cancels, and keeps the answer of who has answered here', async () => {
    const { id, path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path, 'first@command.example')
    await rsvp(path, 'second@command.example')
    await mails()
    const file = 'Email,Status\nfirst@command.example,declined\nthird@command.example,declined\n'
    expect((await importCsv('attendances', file, '--event', id, '--mail')).json).toMatchObject({
      recorded: 2,
    })
    expect(await imported()).toEqual([])
    expect((await get(first.path)).body.status).toBe('accepted')
    expect((await get(path)).body['service:totals']).toMatchObject({
      accepted: 1,
      declined: 1,
      waitlisted: 1,
    })
  })

  it.each(['people', 'events'])('refuses --mail for a file of %s, which has no RSVPs', async (kind) => {
    const { code, err } = await importCsv(kind, 'Email\na@b.example\n', '--mail')
    expect([code, err]).toEqual([2, expect.stringContaining('--mail')])
  })
})
