import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { progressBar } from '../../admin/output/progress.js'
import { readCsv } from '../support/clients/csv.js'
import { UNKNOWN_ID, address, demo, givenEvent, post, put } from '../support/service.js'
import { adminOf } from './admin.js'
import { has } from '../support/rooms.js'

const GROUP = ['--group', demo.group.id]
const OTHER = ['--group', demo.other_group.id]
const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

let folder: string
let rally: { id: string; path: string }
let party: { id: string; path: string }

const rsvp = (path: string, address: string, status = 'subscribed') =>
  post(`${path}/attendances`, { person: { email_addresses: [{ address, status }] } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-target-'))
  rally = await givenEvent({ title: 'Rally', identifiers: ['cli:rally'] })
  party = await givenEvent({ title: 'Party' })
  for (const name of ['ana', 'ben', 'cem']) await rsvp(rally.path, `${name}@example.org`)
  await rsvp(party.path, 'cem@example.org')
  await post('/api/v2/people', {
    person: { email_addresses: [{ address: 'ben@example.org', status: 'unsubscribed' }] },
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const json = async (...args: string[]) => {
  const answer = await admin('target', ...args, '--json')
  expect(answer).toMatchObject({ code: 0, err: '' })
  return answer.json
}

describe('target', () => {
  it('lists selectable events under their labels, also by title', async () => {
    const labels = async (...args: string[]) =>
      (await json('actions', ...GROUP, ...args)).map(({ label }: { label: string }) => label)
    expect(await labels()).toEqual(['[1, Test Event], Party', '[1, Test Event], Rally'])
    expect(await labels('--title', 'rALLY')).toEqual(['[1, Test Event], Rally'])
    expect((await admin('target', 'actions', ...OTHER)).out).toMatch(/^There are no events/)
  })

  it('saves a query, runs it again, and shows its people or writes them to files', async () => {
    const query = await json(
      'create',
      ...GROUP,
      '--title',
      'Not the party',
      '--include',
      'cli:rally',
      '--exclude',
      party.id,
    )
    expect(query).toMatchObject({
      include: [rally.id],
      match: 'any',
      result: { status: 'complete', total_people: 2 },
    })
    expect((await json('list', ...GROUP))[0]).toMatchObject({ id: query.id, result: { total_people: 2 } })

    await rsvp(rally.path, 'dee@example.org')
    const file = join(folder, 'people.csv')
    await json('people', query.id, ...GROUP, '--csv', file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const emails = async (path: string) => readCsv(await readFile(path, 'utf8')).map(({ email }) => email)
    expect(await emails(file)).toEqual(['ana@example.org', 'ben@example.org'])
    expect(await json('run', query.id, ...GROUP)).toMatchObject({ total_people: 3, total_subscribed: 2 })
    expect(await json('people', query.id, ...GROUP, '--for-email', '--csv', file)).toMatchObject({
      file,
      people: 3,
      subscribed: 2,
    })
    expect(await emails(file)).toEqual(['dee@example.org', 'ana@example.org'])

    const lines = join(folder, 'people.ndjson')
    await json('people', query.id, ...GROUP, '--ndjson', lines)
    const people = (await readFile(lines, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(people).toHaveLength(3)
    expect(people[0]).toMatchObject({ email_addresses: [{ address: 'dee@example.org' }], events: [rally.id] })
    expect(await json('people', query.id, ...GROUP)).toEqual(people)
  })

  it('finds who acted on every one of the events, and only in a range of dates', async () => {
    const both = ['--include', rally.id, party.id]
    expect(await json('create', ...GROUP, '--title', 'Both', ...both, '--every')).toMatchObject({
      result: { total_people: 1 },
    })
    expect(await json('create', ...GROUP, '--title', 'Long ago', ...both, '--before', '2020-01-01')).toMatchObject({
      result: { total_people: 0 },
    })
  })

  it.runIf(has('finding'))('finds people by a search for events, by tags, by place and by habits', async () => {
    const title = 'Canvass in Denver'
    const canvass = await givenEvent({ title })
    await post('/api/v2/tags', { name: 'Walks' })
    await post(`${canvass.path}/attendances`, {
      person: {
        email_addresses: [{ address: 'near@example.org' }],
        postal_addresses: [{ postal_code: '80202', country: 'US' }],
      },
      add_tags: ['Walks'],
    })
    await rsvp(canvass.path, 'far@example.org')
    const create = ['create', ...GROUP, '--title', 'Found']
    const searched = await json(...create, '--find', 'canvass denver')
    expect(searched).toMatchObject({
      include_search: { find: 'canvass denver' },
      result: { total_people: 2 },
    })
    expect(await json(...create, '--tags', 'Walks')).toMatchObject({
      tags: ['Walks'],
      result: { total_people: 1 },
    })
    const near = ['--near', 'Denver, CO', '--within', '20', '--unit', 'km']
    expect(await json(...create, ...near, '--attended-at-most', '0')).toMatchObject({
      near: { within: 20, unit: 'km' },
      result: { total_people: 1 },
    })
    expect(await json(...create, '--find', 'canvass', '--rsvps-at-least', '2')).toMatchObject({
      result: { total_people: 0 },
    })
  })

  it.each([
    [['--tags', 'No one has it'], 'is no tag of yours'],
    [['--near', 'Nowhere at all'], 'is no town or postal code'],
    [['--near', 'Denver, CO', '--within', 'far'], 'near.within must be a number'],
    [['--include', 'cli:rally', '--unit', 'km'], 'say how near people are'],
    [['--month', 'May'], 'must be a month'],
    [[], 'include must name at least one event'],
  ])('refuses %j, and says why', async (options, reason) => {
    const refused = await admin('target', 'create', ...GROUP, '--title', 'Wrong', ...options)
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain(reason)
  })

  it('finds people by the status of their RSVPs, which it shows', async () => {
    const march = await givenEvent()
    const { body } = await rsvp(march.path, 'dan@example.org')
    await rsvp(march.path, 'eva@example.org')
    await put(new URL(body._links.self.href).pathname, { status: 'declined' })
    const create = ['create', ...GROUP, '--title', 'Status', '--include', march.id]
    expect(await json(...create)).toMatchObject({ status: ['accepted'], result: { total_people: 1 } })
    expect(await json(...create, '--status', 'accepted', 'declined')).toMatchObject({
      status: ['accepted', 'declined'],
      result: { total_people: 2 },
    })
    expect((await json('list', ...GROUP)).map(({ status }: { status: string[] }) => status).slice(0, 2)).toEqual([
      ['accepted', 'declined'],
      ['accepted'],
    ])
    const refused = await admin('target', ...create, '--status', 'maybe')
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('accepted, declined, tentative, requested, attended, absent')
  })

  it('refuses events of another owner, and queries that the owner does not have', async () => {
    const theirs = await givenEvent({}, { key: demo.other_group.key })
    const create = await admin('target', 'create', ...GROUP, '--title', 'Theirs', '--include', rally.id, theirs.id)
    expect(create).toMatchObject({ code: 1, out: '', err: 'include[1] is no event of yours.\n' })
    const { id } = await json('create', ...GROUP, '--title', 'Ours', '--include', rally.id)
    for (const [command, query] of [
      ['run', id],
      ['people', id],
      ['people', UNKNOWN_ID],
    ] as const)
      expect(await admin('target', command, query, ...OTHER)).toMatchObject({
        code: 1,
        err: `There is no query with the id ${query} of this owner.\n`,
      })
    expect(await admin('target', 'people', id, ...GROUP, '--csv', 'a', '--ndjson', 'b')).toMatchObject({
      code: 2,
    })
  })
})

describe('the bar of long work', () => {
  it('is drawn a hundred times at most, and is gone in the end', () => {
    const drawn: string[] = []
    const tell = progressBar((text) => drawn.push(text))
    for (let i = 0; i <= 10_000; i++) tell(i, 10_000)
    expect(drawn).toHaveLength(101)
    expect(drawn[50]).toBe(`\r${'█'.repeat(15)}${'░'.repeat(15)} 50 %`)
    expect(drawn.at(-1)).toMatch(/^\r +\r$/)
  })
})
