import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { demo } from '../../local/demo.js'
import { sentMails } from '../../tools/storm/life/promised-mails.js'
import { type Child, runScript } from '../support/children.js'

/* The only server is killed in the middle of a mailing, again and again, and started anew on its own data. */

const PEOPLE = 300

/** The server is killed when so many of the emails are out. */
const KILLED_AT = [1, 40, 120, 260]

let folder: string
let server: { child: Child; url: string }

const start = async () => {
  const child = runScript('local/start.ts', [], { PORT: '0', DATA_DIR: folder })
  const [, url = ''] = await child.says(/API\s+(http:\S+)\/api\/v2/)
  await child.says(/Ctrl-C stops it/)
  return { child, url }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-mailing-'))
  server = await start()
})
afterEach(async () => {
  await server.child.kill()
  await rm(folder, { recursive: true, force: true })
})

async function command(...args: string[]) {
  const child = runScript('admin/main.ts', [...args, '--json'], { DATA_DIR: folder })
  expect(await child.ended, child.errors()).toBe(0)
  return JSON.parse(child.output()) as { id: string }
}

const emails = Array.from({ length: PEOPLE }, (_, i) => `guest-${i}@example.org`)

async function recordAll(event: string) {
  const rows = emails.map((address) => ({ person: { email_addresses: [{ address }] } }))
  const reply = await fetch(`${server.url}/api/v2/events/${event}/attendances/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'osdi-api-token': demo.group.key },
    body: JSON.stringify({ rows }),
  })
  expect(await reply.json()).toMatchObject({ recorded: PEOPLE })
}

const mails = async (kind: string) => (await sentMails(join(folder, 'outbox'))).filter((mail) => mail.kind === kind)

/** Waits until so many people have an email. */
async function untilMailed(kind: string, people: number) {
  while (new Set((await mails(kind)).map(({ to }) => to)).size < people) await pause(20)
}

it('a mailing to 300 people reaches each of them by one email, though the server is killed four times during it', async () => {
  const { id } = await command(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    'Rally',
    '--origin-system',
    'Test',
  )
  await recordAll(id)
  await command('event', 'cancel', id)
  for (const sent of KILLED_AT) {
    await untilMailed('cancelled', sent)
    await server.child.kill()
    server = await start()
  }
  await untilMailed('cancelled', PEOPLE)
  // An email that was sent and not noted is sent again, as the same email: mailboxes show it once.
  const ids = new Map((await mails('cancelled')).map(({ id: message, to }) => [message, to]))
  expect([...ids.values()].sort()).toEqual([...emails].sort())
}, 300_000)
