import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readFloors } from '../../checks/floors.js'
import { withThoseThatNeed } from '../../tools/take-out/floors.js'
import { planWithout } from '../../tools/take-out/plan.js'
import { runLine } from '../support/children.js'
import { isLong, timeFor } from '../support/size.js'
import { isWhole } from '../support/rooms.js'

const folder = mkdtempSync(join(tmpdir(), 'without-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a line, and fails with all that it said. */
async function passes(line: string): Promise<void> {
  const child = runLine(line, { HOME: folder })
  const code = await child.ended
  expect(code, `${line}\n${child.output()}${child.errors()}`).toBe(0)
}

/** Copies the project without rooms. @returns the folder of what is left */
async function without(name: string, rooms: string): Promise<string> {
  const left = join(folder, name)
  await passes(`tsx tools/take-out/main.ts ${rooms} --to ${left}`)
  symlinkSync(resolve('node_modules'), join(left, 'node_modules'))
  // One use of a room in the wrong place takes these along, and nearly every test with them: what is left passes then.
  for (const file of ['test/support/service.ts', 'lib/app/audit.ts', 'local/demo.ts'])
    expect([file, existsSync(join(left, file))]).toEqual([file, true])
  return left
}

/** The rooms by which a function goes, each of them alone. All others are of the core, and stay. */
const ROOMS_OF_FUNCTIONS: [RegExp, ...string[]][] = [
  [/^queues\/(collect|deliver)-messages$/, 'webhooks'],
  [/^queues\/index-names$/, 'finding'],
  [/^(queues\/(note-bounces|send-mail)|schedules\/send-due-mail)$/, 'mail'],
  [/^v2\/.*(webhooks?|messages?|deliver(y|ies))$/, 'webhooks'],
  [/^v2\/create-(attendances|people)$/, 'imports'],
  [/^(calendars|v1-and-v2)\/get-(campaign-|event-)?calendar$/, 'calendars'],
  [/^embed\/get-event(-campaign)?$/, 'catalog'],
  [/^embed\/get-asset$/, 'embeds'],
  [/^near\/show-finder$/, 'near', 'pages'],
  [/^near\//, 'near'],
  [/^mobilize\//, 'mobilize'],
  [/^pages\/(find-(campaign|group)-events|map-(campaign|group)-events|get-(campaign|group)-calendar)$/, 'near'],
  [/^pages\/(get-event-calendar|get-qr-code)$/, 'catalog'],
  [/^pages\/(get|confirm)-opt-in$/, 'consent', 'pages'],
  [/^hosting\//, 'hosting', 'pages'],
  [/^(crawlers|pages)\//, 'pages'],
  [/^manage\/interface$/, 'manage'],
]

/** The functions of some rooms that go with others: what is left would answer 404 where it should answer. */
function alongWith(rooms: string[], gone: string[]): string[] {
  const names = gone.flatMap((file) => /^functions\/(.*)\.ts$/.exec(file)?.[1] ?? [])
  return names.filter((name) => {
    const [, ...own] = ROOMS_OF_FUNCTIONS.find(([pattern]) => pattern.test(name)) ?? [/^/]
    return !own.some((room) => rooms.includes(room))
  })
}

/** Emails that lead to the organizer's interface, and go with it. */
const TO_INTERFACE = [
  'addressLostMail',
  'invitationMail',
  'organizerMails',
  'passkeyMails',
  'requestsMail',
  'reviewMail',
  'signInMail',
  'webhookDisabledMail',
]

it.runIf(isWhole).each(Object.keys(readFloors().rooms))(
  'without %s all functions stay but those that are of it, and all that reacts',
  (room) => {
    const rooms = withThoseThatNeed(readFloors(), [room])
    const { gone, along } = planWithout(rooms)
    expect(alongWith(rooms, gone)).toEqual([])
    expect([...along].filter((name) => !rooms.includes('manage') || !TO_INTERFACE.includes(name))).toEqual([])
  },
)

it.runIf(isWhole)(
  'the core without all optional rooms passes its checks and tests',
  async () => {
    const left = await without('core', '--core')
    await passes(`cd ${left} && npm run check && npm test`)
  },
  timeFor(1_800_000),
)

it.runIf(isWhole).each(isLong ? Object.keys(readFloors().rooms) : ['calls', 'door', 'mobilize'])(
  'the service without %s, and what needs it, is well typed and passes its tests',
  async (room) => {
    const left = await without(room, room)
    await passes(`cd ${left} && tsc && vitest run --project unit${isLong ? ' --project service' : ''}`)
  },
  timeFor(900_000),
)
