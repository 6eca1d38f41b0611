import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keyStore } from '../../../lib/access/store/key-store.js'
import { ownerStore } from '../../../lib/app/access.js'
import { inParallel } from '../../../lib/table/in-parallel.js'
import { PAGE_HEADERS, type Shown, request, signedInAs } from '../../support/clients/organizer.js'
import { actionOf } from '../../support/clients/commands.js'
import { type Cell, KEYS, type Row, SESSIONS, allRows, askers, links } from '../../support/rights/rows.js'
import { GUEST_MARK, type Known, MARK, givenEverything } from '../../support/rights/everything.js'
import { eventually } from '../../support/given/webhooks.js'
import { admin } from '../../support/mail/mail.js'
import { scan } from '../../../lib/table/scan.js'
import { demo, table } from '../../support/service.js'

/*
 * Every address × everybody who may ask: what the guards of the code say (docs/access.md) is what the service does. A
 * refused request writes nothing. A request that is allowed is not done: the table takes no writes meanwhile, so that
 * each of thousands finds the same installation.
 */

/** A request under way, and the items that it has written. */
interface Trial {
  writes: string[]
}
const trials = new AsyncLocalStorage<Trial>()

const WRITES = /^(Put|Update|Delete)Item|^TransactWrite|^BatchWrite|^BatchExecute/

/** Items that any request may write: counts of requests, and that a key was used. */
const COUNTED = /^(rate|visits|attempts|api_key|solution)#/

/** The lines of the log. */
const logged: string[] = []

let rows: Row[]
let known: Known
let headersOf: Record<string, Record<string, string>>
let formTokens: Record<string, string>

beforeAll(async () => {
  rows = await allRows()
  known = await givenEverything()
  const keys = keyStore(table)
  const owner = `group:${demo.group.id}` as const
  const principal = await ownerStore(table).principalOf(owner)
  const now = new Date()
  await Promise.all([
    keys.create('key-read', { ...principal, scope: 'read' }, now),
    keys.create('key-rsvp', { ...principal, scope: 'rsvp' }, now),
    keys.create('key-ended', { ...principal, expires_date: '2026-01-01T00:00:00Z' }, now),
  ])
  const ofKeys: Record<(typeof KEYS)[number], string | undefined> = {
    'no key': undefined,
    read: 'key-read',
    rsvp: 'key-rsvp',
    all: demo.group.key,
    'ended key': 'key-ended',
    'key of others': demo.other_group.key,
  }
  const people: Record<(typeof SESSIONS)[number], string> = {
    member: demo.group.member,
    organizer: demo.group.organizer,
    administrator: demo.group.administrator,
    creator: demo.group.creator,
    'creator of others': demo.other_group.creator,
  }
  const withKey = (key: string) => ({ 'osdi-api-token': key, 'api-key': key })
  headersOf = Object.fromEntries(KEYS.map((key) => [key, ofKeys[key] ? withKey(ofKeys[key]) : {}]))
  formTokens = {}
  for (const asker of SESSIONS) {
    const browser = await signedInAs(people[asker])
    headersOf[asker] = { cookie: browser.cookie }
    formTokens[asker] = browser.formToken
  }
  for (const { name } of links) {
    const secret = known.secrets[name] as string
    // Whoever holds a link tries it as a key and as a session, too.
    headersOf[name] = { ...withKey(secret), cookie: `session=${demo.group.id}.${secret.slice(0, 43)}` }
  }
  headersOf['Link of a team'] = { ...headersOf['Link of a team'], cookie: known.helper.cookie }
  formTokens['Link of a team'] = known.helper.formToken
  const { client } = table
  table.client = {
    ...client,
    send: (command: never, options: never) => {
      const trial = trials.getStore()
      if (trial && WRITES.test(actionOf(command))) {
        const items = itemsOf((command as { input: object }).input).filter((key) => !COUNTED.test(key))
        trial.writes.push(...items)
        if (items.length > 0) throw new Error('The table takes no writes now')
      }
      return client.send(command, options)
    },
  }
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((line) => logged.push(String(line)) > 0)
})

afterAll(() => vi.restoreAllMocks())

interface Input {
  Key?: { pk: string }
  Item?: { pk: string }
  TransactItems?: Record<string, Input>[]
  Statements?: { Parameters: string[] }[]
  RequestItems?: Record<string, { PutRequest?: Input; DeleteRequest?: Input }[]>
}

/** The partitions that a command writes. */
function itemsOf(input: Input): string[] {
  const { Key, Item, TransactItems = [], Statements = [], RequestItems = {} } = input
  return [
    ...[Key?.pk, Item?.pk].filter((key) => key !== undefined),
    ...TransactItems.flatMap((item) => Object.entries(item).flatMap(([, part]) => itemsOf(part))),
    ...Statements.map(({ Parameters }) => JSON.stringify(Parameters)),
    ...Object.values(RequestItems).flatMap((of) =>
      of.flatMap((each) => itemsOf(each.PutRequest ?? each.DeleteRequest ?? {})),
    ),
  ]
}

/**
 * What is not there in any installation of these tests, or wants a proof in the request besides: it is refused to those
 * who may as well, and those who may not do not get so far.
 */
const NOT_THERE = [
  'GET /manage/events/{event}/guests/file/{part}',
  'GET /manage/{owner}/campaigns/{campaign}/numbers/{part}',
  'GET /manage/{owner}/targeting/{query}/messages/{message}',
  'POST /manage/{owner}/targeting/{query}/messages/{message}/{action}',
  'GET /manage/you/passkeys/{id}/remove',
  'POST /manage/you/passkeys/{id}/remove',
  'POST /manage/{owner}/webhooks/{webhook}/deliveries/{delivery}/redeliver',
  'POST /api/v2/webhooks/{id}/deliveries/{delivery}/redeliver',
  'GET /manage/sign-in/{group}',
  'GET /manage/sign-in/{group}/start',
  'GET /manage/sign-in/{group}/callback',
  'POST /manage/sign-in/passkey',
]

const isRefused = ({ status, headers }: Shown) =>
  [401, 403, 404].includes(status) ||
  (status === 303 && /\/manage\/sign-in$|\?asked=|\/rsvp\/[\w-]+$/.test(headers['location'] ?? ''))

/** Asks as somebody, with whatever the asker holds. */
async function ask(route: string, asker: string): Promise<Shown & Trial> {
  const [method = '', pattern = ''] = route === '$default' ? ['GET', '/nothing/of/this/name'] : route.split(' ')
  const path = known.pathOf(pattern, asker)
  const trial: Trial = { writes: [] }
  const isForm = !pattern.startsWith('/api/')
  const headers = { ...PAGE_HEADERS, accept: isForm ? 'text/html' : '*/*', ...headersOf[asker] }
  const said = known.bodyOf(route)
  const form = { ...(said as Record<string, string>), form_token: formTokens[asker] ?? 'none' }
  const body = isForm ? new URLSearchParams(form).toString() : JSON.stringify(said)
  const sent = trials.run(trial, () =>
    method === 'GET' || method === 'DELETE'
      ? request(method, path, headers)
      : request(method, path, { ...headers, ...(!isForm && { 'content-type': 'application/json' }) }, body),
  )
  return { ...(await sent), ...trial }
}

const AT_ONCE = 24

/** Who tries an address that is open to everybody, which does not look at who asks. */
const SOME = ['no key', 'key of others', 'all', 'creator']

/** Asks at all addresses as all who have such a cell. @returns what was not as the cell says */
async function faultsOf(
  cells: Cell[],
  fault: (answer: Shown & Trial, asker: string, route: string) => string | undefined,
  of = rows,
): Promise<string[]> {
  const tried = of.flatMap(({ route, cells: cellsOf }) => {
    const isOpen = askers.every((asker) => cellsOf[asker] === 'yes')
    return (isOpen ? SOME : askers).flatMap((asker) =>
      cells.includes(cellsOf[asker] as Cell) ? [{ route, asker }] : [],
    )
  })
  const found: string[] = []
  await inParallel(tried, AT_ONCE, async ({ route, asker }) => {
    const answer = await ask(route, asker)
    const said = fault(answer, asker, route)
    if (said !== undefined) found.push(`${route} asked by ${asker}: ${said}`)
  })
  return found.sort()
}

describe('at every address', () => {
  it('who may not is refused, and nothing is written', async () => {
    const faults = await faultsOf(['no'], (answer) =>
      !isRefused(answer)
        ? `answered ${answer.status} ${answer.headers['location'] ?? ''}`
        : answer.writes.length > 0
          ? `wrote ${answer.writes.join()}`
          : undefined,
    )
    expect(faults).toEqual([])
  })

  it('who may is answered, and sees no link or secret of others but where it is declared', async () => {
    const faults = await faultsOf(['yes', 'browsers'], (answer, asker, route) => {
      if (isRefused(answer) !== NOT_THERE.includes(route)) return `answered ${answer.status}`
      const seen = links.filter(
        ({ name, at = '', shownAt = [] }) =>
          name !== asker &&
          !(asker === 'Code of own data' && at === '/rsvp/{token}') &&
          answer.html.includes(known.secrets[name] as string) &&
          !shownAt.some((each) => route.includes(each)),
      )
      return seen.length > 0 ? `saw ${seen.map(({ name }) => name).join()}` : undefined
    })
    expect(faults).toEqual([])
  })

  it('others see what is theirs, and nothing of this group', async () => {
    const faults = await faultsOf(['own'], (answer, asker, route) =>
      isRefused(answer) !== NOT_THERE.includes(route)
        ? `answered ${answer.status}`
        : asker.includes('others') && answer.html.includes(MARK)
          ? 'showed what is of the group'
          : undefined,
    )
    expect(faults).toEqual([])
  })

  it('no email has a link but those that are declared', () => {
    const found = known.mails.flatMap(({ kind, text, mail }) =>
      links
        .filter(({ name, mails = [] }) => {
          const all = `${text}${mail.html || ''}${JSON.stringify([...mail.headers])}`
          return all.includes(known.secrets[name] as string) && !mails.includes(kind)
        })
        .map(({ name }) => `${kind}: ${name}`),
    )
    expect(known.mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['confirmation']))
    expect(found).toEqual([])
  })

  it('no line of the log has a link or a secret', () => {
    const lines = logged.join('')
    expect(lines.length).toBeGreaterThan(100_000)
    for (const [name, secret] of Object.entries(known.secrets)) expect(lines.includes(secret), name).toBe(false)
    for (const key of [demo.group.key, 'key-read', 'key-rsvp']) expect(lines.includes(key), key).toBe(false)
  })
})

describe('an erasure of a guest', () => {
  it('ends what is declared to end, leaves the rest, and leaves nothing of the guest', async () => {
    expect((await marked()).length).toBeGreaterThan(3)
    expect((await admin('person', 'erase', known.ids.person, '--json')).code).toBe(0)
    for (const { name, at = '', erasure } of links) {
      if (at.startsWith('/manage')) continue
      const { status, html } = await ask(`GET ${at}`, name)
      expect([name, [303, 404].includes(status)]).toEqual([name, erasure === 'ends' && name !== 'Link of a host'])
      expect(html.toLowerCase(), name).not.toContain(GUEST_MARK)
    }
    await eventually(async () => expect((await marked()).filter((key) => !/^(answer|attempts)#/.test(key))).toEqual([]))
    const shown = ({ html }: Shown) => (html.toLowerCase().includes(GUEST_MARK) ? 'showed the guest' : undefined)
    const read = rows.filter(({ route }) => route.startsWith('GET '))
    const faults = await faultsOf(['yes'], shown, read)
    expect(faults).toEqual([])
  })
})

/** Items that have something of the guest, by their keys. */
async function marked(): Promise<string[]> {
  const found: string[] = []
  for await (const items of scan(table))
    for (const item of items)
      if (JSON.stringify(item).toLowerCase().includes(GUEST_MARK)) found.push(`${item.pk} ${item.sk}`)
  return found
}
