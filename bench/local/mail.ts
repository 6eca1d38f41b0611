import { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Owner } from '../../lib/runtime/owner.js'
import type { MessageMailing } from '../../lib/mail/mailing.js'
import { newMessage } from '../../lib/mail/message.js'
import { enteredPerson } from '../../lib/people/person.js'
import type { QueryResult } from '../../lib/targeting/query-result.js'
import { BatchWriteCommand } from '../../lib/table/client/commands.js'
import { mailingStore } from '../../lib/mail/store/mailing-store.js'
import { keepChunks } from '../../lib/targeting/store/result-chunks.js'
import { resultStore } from '../../lib/targeting/store/result-store.js'
import { type Table, keyOf, openTable } from '../../lib/table/table.js'
import { demo } from '../../local/demo.js'
import { openLocalTable } from '../../local/engine/data.js'
import { startLocalServer } from './server.js'

/*
 * A message to many people, from the local server into an SMTP sink, while the server is killed: `npx tsx
 * bench/local/mail.ts`. It says how many emails a second there were, and whom the sink did not hear of, or more than
 * once.
 */

const { people, kills, perSecond } = new Command('npx tsx bench/local/mail.ts')
  .option('--people <number>', 'people of the message', '100000')
  .option('--kills <number>', 'how often the server is killed, without a warning, and started again', '2')
  .option('--per-second <number>', 'what the server is told that it may send in a second', '2000')
  .parse()
  .opts<{ people: string; kills: string; perSecond: string }>()
const count = Number(people)
const owner: Owner = `group:${demo.group.id}`
const DAY_MS = 86_400_000
/** The part that the last kill broke off is done anew when its lease is over. */
const COUNTED_WITHIN_MS = 300_000

/** Number of deliveries of each email, by its Message-ID. */
const received = new Map<string, number>()
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, callback) {
    let head = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      if (head.length < 20_000) head += part
    })
    stream.on('end', () => {
      const [, id = ''] = /^message-id:\s*(\S+)/im.exec(head) ?? []
      // Organizers of the demo data may have an email of their own.
      if (/^x-turnout-kind:\s*message\b/im.test(head)) received.set(id, (received.get(id) ?? 0) + 1)
      callback()
    })
  },
})
// A server that is killed breaks its connections.
sink.on('error', () => undefined)
await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done))
const { port } = sink.server.address() as AddressInfo

const dataDir = await mkdtemp(join(tmpdir(), 'turnout-mail-'))
const start = () =>
  startLocalServer(dataDir, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Turnout <events@example.net>',
    MAIL_PER_SECOND: perSecond,
  })
let server = await start()
await server.stop()
console.log(`Writing ${count} people`)
const message = await withTable(async (table) => {
  const written = await givenMessage(table)
  await mailingStore(table).create(written)
  return written
})
const began = Date.now()
/** The progress of the message when the server was last killed. Before, it also indexes the people who were written. */
let last = { mails: 0, seconds: 0 }
server = await start()
for (let kill = 1; kill <= Number(kills); kill++) {
  const share = (kill - 1 + Math.random()) / Number(kills)
  await until(() => received.size >= count * share)
  server.kill()
  last = { mails: received.size, seconds: Number(seconds()) }
  console.log(`Killed at ${last.mails} mails, after ${last.seconds} s`)
  server = await start()
}
await until(() => received.size >= count, 600)
const took = Number(seconds())
// Emails are counted when their part is done. An email that comes twice has come by then.
const sent = () => withTable(async (table) => ((await mailingStore(table).find(message.id)) as MessageMailing).sent)
let counted = await sent()
for (const end = Date.now() + COUNTED_WITHIN_MS; counted < count && Date.now() < end; counted = await sent())
  await pause(500)
await pause(2_000)
await server.stop()
const doubled = [...received.values()].filter((times) => times > 1).length
console.log(
  JSON.stringify({
    people: count,
    seconds: took,
    'a second': Math.round(count / took),
    'a second after the last kill': Math.round((count - last.mails) / (took - last.seconds)),
    missing: count - received.size,
    'came again after a kill': doubled,
    counted,
  }),
)
sink.close()
await rm(dataDir, { recursive: true })
process.exit(received.size === count ? 0 : 1)

function seconds(): string {
  return ((Date.now() - began) / 1_000).toFixed(0)
}

/** @param patience how many seconds may pass without an email */
async function until(holds: () => boolean, patience = 600): Promise<void> {
  let [before, since] = [received.size, Date.now()]
  while (!holds()) {
    await pause(100)
    if (received.size !== before) [before, since] = [received.size, Date.now()]
    if (Date.now() - since > patience * 1_000) return
  }
}

async function withTable<Result>(work: (table: Table) => Promise<Result>): Promise<Result> {
  const { endpoint, tableName, close } = await openLocalTable({
    port: 0,
    dataDir,
    dynamodbEndpoint: undefined,
    publicUrl: undefined,
    allowedHosts: [],
    nativePrefix: 'service',
    tableName: undefined,
    underNpm: true,
  })
  const result = await work(openTable({ tableName, dynamodbEndpoint: endpoint }))
  await close()
  return result
}

/** People with a result of a query that has found them, as a query would have left it. */
async function givenMessage(table: Table): Promise<MessageMailing> {
  const now = new Date()
  const ids = Array.from({ length: count }, () => randomUUID())
  for (let i = 0; i < count; i += 25)
    await table.client.send(
      new BatchWriteCommand({
        RequestItems: {
          [table.name]: ids.slice(i, i + 25).map((id, j) => ({
            PutRequest: {
              Item: {
                ...keyOf.person(id),
                ...enteredPerson(
                  { id, owner, given_name: 'Kim', family_name: 'Doe', email: `kim-${i + j}@example.org` },
                  now,
                ),
              },
            },
          })),
        },
      }),
    )
  const [query, chunks] = [randomUUID(), randomUUID()]
  const result: QueryResult & { chunks: string } = {
    id: randomUUID(),
    query,
    chunks,
    status: 'complete',
    total_people: count,
    total_subscribed: count,
    created_date: now.toISOString(),
    expires_date: new Date(now.getTime() + DAY_MS).toISOString(),
    asked: { include: [], exclude: [] } as unknown as QueryResult['asked'],
  }
  await resultStore(table).begin({ id: query, owner }, result, false)
  const expires = Math.floor((now.getTime() + DAY_MS) / 1_000)
  await keepChunks(
    table,
    chunks,
    ids.map((person) => ({ person, events: [] })),
    expires,
  )
  const draft = { subject: 'Thank you, {given_name}', html: '<p>{greeting}</p><p>See you soon.</p>' }
  return newMessage(draft, { id: randomUUID(), owner, result, due: now, now })
}
