import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherInstallation, listen } from '../support/given/installation.js'
import { adminOf } from './admin.js'

let folder: string
const servers: Server[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'osdi-'))
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(folder, { recursive: true })
})

describe('import osdi from a service like Action Network', () => {
  const ID = (kind: number, i: number) => `00000000-0000-4000-8${kind}00-${String(i).padStart(12, '0')}`
  const people = Array.from({ length: 60 }, (_, i) => ({
    identifiers: [`action_network:${ID(1, i)}`],
    created_date: `2021-03-04T05:06:${String(i % 60).padStart(2, '0')}Z`,
    modified_date: '2022-01-01T00:00:00Z',
    given_name: `A${i}`,
    email_addresses: [{ primary: true, address: `an${i}@example.org`, status: i === 5 ? 'bouncing' : 'subscribed' }],
    postal_addresses: [
      {
        primary: true,
        region: '',
        country: 'US',
        location: { latitude: null, longitude: null, accuracy: null },
      },
    ],
  }))
  let base: string
  const times: number[] = []
  let refused = 0

  beforeAll(async () => {
    const link = (path: string) => ({ href: `https://actionnetwork.example/api/v2/${path}` })
    const event = {
      ...people[0],
      identifiers: [`action_network:${ID(2, 1)}`],
      title: 'March',
      _links: { self: link(`events/${ID(2, 1)}`) },
    }
    const attendances = [0, 1, 99].map((i) => ({
      identifiers: [`action_network:${ID(3, i)}`],
      created_date: '2021-05-01T00:00:00Z',
      modified_date: '2021-05-01T00:00:00Z',
      status: 'accepted',
      _links: {
        self: link(`events/${ID(2, 1)}/attendances/${ID(3, i)}`),
        'osdi:person': link(`people/${ID(1, i)}`),
      },
    }))
    const collections: Record<string, any[]> = {
      people: people.map((each, i) => ({ ...each, _links: { self: link(`people/${ID(1, i)}`) } })).reverse(),
      events: [event],
      [`events/${ID(2, 1)}/attendances`]: attendances,
      tags: [
        {
          name: 'Marcher',
          identifiers: [`action_network:${ID(4, 1)}`],
          _links: { self: link(`tags/${ID(4, 1)}`) },
        },
      ],
      [`tags/${ID(4, 1)}/taggings`]: [
        {
          item_type: 'osdi:person',
          _links: { self: link(`tags/x/taggings/${ID(5, 1)}`), 'osdi:person': link(`people/${ID(1, 3)}`) },
        },
      ],
    }
    const { server, base: at } = await listen((request, response) => {
      const now = Date.now()
      times.push(now)
      if (times.filter((time) => time > now - 1_000).length > 6) {
        refused += 1
        return response.writeHead(429).end('{"error": "rate limit"}')
      }
      const url = new URL(request.url as string, 'http://x')
      const path = url.pathname.replace(/^\/api\/v2\/?/, '')
      const links = Object.fromEntries(['osdi:people', 'osdi:events', 'osdi:tags'].map((rel) => [rel, link(rel)]))
      const all = collections[path]
      const body = all
        ? pageOf(all, Number(url.searchParams.get('page') ?? 1), path)
        : path === '' && { namespace: 'action_network', _links: links }
      return response
        .writeHead(body ? 200 : 404, { 'content-type': 'application/hal+json' })
        .end(JSON.stringify(body || {}))
    })
    servers.push(server)
    base = at
    // Pages hold 25, whatever is asked for, and people have no totals.
    const pageOf = (all: any[], page: number, path: string) => ({
      per_page: 25,
      page,
      ...(path !== 'people' && { total_records: all.length, total_pages: Math.ceil(all.length / 25) }),
      _embedded: { 'osdi:x': all.slice((page - 1) * 25, page * 25) },
      _links: { self: link(path) },
    })
  })

  it('takes over people without totals, their statuses and dates, and reports people who are gone', async () => {
    const target = await anotherInstallation()
    const args = ['import', 'osdi', '--from', base, '--key', 'k', '--group', target.group, '--rate', '80']
    const { json, code } = await target.admin(...args, '--progress-file', join(folder, 'an.json'), '--json')
    expect([code, json.system]).toEqual([1, 'action_network'])
    expect(json.counts).toEqual({
      people: { there: 60, here: 60 },
      events: { there: 1, here: 1 },
      attendances: { there: 3, here: 2 },
      taggings: { there: 1, here: 1 },
    })
    expect(json.refusals).toEqual([expect.stringContaining('The service does not have its person')])
    const [fifth] = (await target.read(`people?filter=${encodeURIComponent("given_name eq 'A5'")}`))._embedded[
      'osdi:people'
    ]
    expect(fifth).toMatchObject({
      identifiers: [expect.stringMatching(/^service:/), `action_network:${ID(1, 5)}`],
      created_date: '2021-03-04T05:06:05Z',
      modified_date: '2022-01-01T00:00:00Z',
      email_addresses: [{ status: 'bouncing' }],
    })
    const [event] = (await target.read('events'))._embedded['osdi:events']
    expect(event).toMatchObject({ title: 'March', origin_system: 'action_network' })
  }, 60_000)

  it('waits after 429, and sends no more than its rate', async () => {
    expect(refused).toBeGreaterThan(0)
    const target = await anotherInstallation()
    times.length = 0
    const args = ['import', 'osdi', '--from', base, '--key', 'k', '--group', target.group, '--rate', '10']
    await target.admin(...args, '--progress-file', join(folder, 'slow.json'), '--json')
    const most = Math.max(...times.map((time) => times.filter((other) => other >= time && other < time + 1_000).length))
    expect(most).toBeLessThanOrEqual(11)
  }, 60_000)
})

describe('import osdi from a hostile address', () => {
  const importFrom = async (from: string, file: string) => {
    const { admin, group } = await anotherInstallation()
    const where = ['--progress-file', join(folder, file)]
    const run = () =>
      admin('import', 'osdi', '--from', from, '--key', 'the-key', '--group', group, '--rate', '80', ...where)
    return { run, first: await run() }
  }

  /** A server that notes what is asked of it. */
  async function noting(answer: (path: string) => { status?: number; location?: string; body?: object }) {
    const asked: string[] = []
    const { server, base } = await listen((request, response) => {
      asked.push(request.url as string)
      const { status = 200, location, body = {} } = answer(request.url as string)
      const headers = { 'content-type': 'application/hal+json', ...(location && { location }) }
      return response.writeHead(status, headers).end(JSON.stringify(body))
    })
    servers.push(server)
    return { asked, base }
  }

  it.each([
    'http://example.org/api/v2',
    'http://10.0.0.7/api/v2',
    'http://169.254.169.254/latest',
    'http://localhost.example.org/api/v2',
    'http://127.0.0.1.example.org/api/v2',
    'http://localhost@example.org/api/v2',
    'file:///etc/passwd',
    'data:application/json,{}',
    'ftp://example.org/',
    '//example.org/api/v2',
    'example.org',
  ])('refuses %s, to which a key would go unencrypted or not at all', async (from) => {
    const { first } = await importFrom(from, 'refused.json')
    expect(first).toMatchObject({ code: 1, out: '' })
    expect(first.err).toContain('https://example.org/api/v2')
    expect(first.err).not.toContain('the-key')
  })

  it.each([301, 302, 303, 307, 308])(
    'follows no redirection with the status %i, and says so at once',
    async (status) => {
      const thief = await noting(() => ({}))
      const source = await noting(() => ({ status, location: `${thief.base}/people` }))
      const { first } = await importFrom(source.base, `redirected-${status}.json`)
      expect([first.code, first.err]).toEqual([1, expect.stringContaining(`with ${status}`)])
      expect(first.err).not.toContain('the-key')
      expect([source.asked.length, thief.asked]).toEqual([1, []])
    },
  )

  it('asks no other host, wherever its links lead', async () => {
    const thief = await noting(() => ({}))
    const stolen = (path: string) => ({ href: `${thief.base}/${path}` })
    const id = '00000000-0000-4000-8000-000000000001'
    const person = {
      identifiers: [`elsewhere:${id}`],
      created_date: '2021-03-04T05:06:07Z',
      modified_date: '2022-01-01T00:00:00Z',
      email_addresses: [{ primary: true, address: 'one@example.org', status: 'subscribed' }],
      _links: { self: stolen(`people/${id}`), 'osdi:attendances': stolen('attendances') },
    }
    const source = await noting((path) => ({
      body: path.includes('people')
        ? {
            per_page: 25,
            page: 1,
            total_records: 1,
            total_pages: 1,
            _embedded: { 'osdi:people': path.includes('page=7') ? [] : [person] },
            _links: { self: stolen('people'), next: stolen('people?page=7') },
          }
        : {
            namespace: 'elsewhere',
            _links: { 'osdi:people': stolen('people'), 'osdi:events': stolen('events') },
          },
    }))
    const { run } = await importFrom(source.base, 'links.json')
    // Changes are read along the links.
    await run()
    expect(source.asked.some((path) => path.endsWith('people?page=7'))).toBe(true)
    expect(thief.asked).toEqual([])
  }, 60_000)

  it.each([
    ['in a circle', () => 'people?filter=x&page=2'],
    ['to ever new pages', (n: number) => `people?page=${n + 1}`],
  ])('ends when its next links lead %s', async (_where, nextOf) => {
    let n = 0
    const id = '00000000-0000-4000-8000-000000000001'
    const person = {
      created_date: '2021-03-04T05:06:07Z',
      modified_date: '2022-01-01T00:00:00Z',
      email_addresses: [{ address: 'one@example.org' }],
      _links: { self: { href: `http://x/people/${id}` } },
    }
    const source = await noting((path) => ({
      body: path.includes('people')
        ? {
            per_page: 25,
            page: 1,
            total_records: 1,
            total_pages: 1,
            _embedded: { 'osdi:people': path.includes('filter') || n++ < 200_000 ? [person] : [] },
            _links: { next: { href: `http://x/${nextOf(n)}` } },
          }
        : { namespace: 'elsewhere', _links: {} },
    }))
    const { run } = await importFrom(source.base, `endless-${nextOf(0).length}.json`)
    if (nextOf(0) === nextOf(1)) expect((await run()).err).toContain('circle')
    else expect(source.asked.length).toBeLessThan(20)
  })
})

describe('the key of a service', () => {
  const entry = { namespace: 'elsewhere', _links: {} }
  const keysSent = async (args: (file: string) => string[], more: Record<string, string> = {}) => {
    const sent: unknown[] = []
    const { server, base } = await listen((request, response) => {
      sent.push(request.headers['osdi-api-token'])
      const body = request.url === '/api/v2' ? entry : { _embedded: {}, _links: {} }
      return response.writeHead(200).end(JSON.stringify(body))
    })
    servers.push(server)
    const { settings, group } = await anotherInstallation()
    const file = join(folder, 'key.txt')
    await writeFile(file, 'from-a-file\n')
    const where = ['--progress-file', join(folder, `key-${Math.random()}.json`)]
    const from = ['--from', base, '--group', group, '--rate', '80']
    const answer = await adminOf({ ...settings, ...more })('import', 'osdi', ...from, ...where, ...args(file))
    return { ...answer, sent: [...new Set(sent)] }
  }

  it('is read from a file, so that no list of processes shows it', async () => {
    expect((await keysSent((file) => ['--key-file', file])).sent).toEqual(['from-a-file'])
  })

  it('is read from the environment', async () => {
    expect((await keysSent(() => [], { IMPORT_KEY: 'from-outside' })).sent).toEqual(['from-outside'])
  })

  it('is needed, and given once', async () => {
    expect(await keysSent(() => [])).toMatchObject({
      code: 2,
      sent: [],
      err: expect.stringContaining('--key-file'),
    })
    expect(await keysSent((file) => ['--key-file', file, '--key', 'k'])).toMatchObject({ code: 2, sent: [] })
  })
})
