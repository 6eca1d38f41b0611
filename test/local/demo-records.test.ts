import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLE_IDS } from '../../lib/hal/descriptions/example-ids.js'
import { type LocalServer, startServer } from '../../local/server.js'
import { demo } from '../../local/demo.js'
import { SCENE } from '../../local/demo-events.js'

interface Described {
  parameters: { name: string; in: string; example?: string; required?: true; schema: { default?: unknown } }[]
  requestBody?: { content: Record<string, { example?: object }> }
}

let folder: string
let server: LocalServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'))
  server = await startServer({
    port: 0,
    dataDir: folder,
    publicUrl: undefined,
    allowedHosts: [],
    nativePrefix: 'service',
    tableName: undefined,
    dynamodbEndpoint: undefined,
    underNpm: false,
  })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** The requests of a document, as a program makes them of its examples. */
async function requestsOf(version: string) {
  const { paths } = (await (await fetch(`${server.url}/api/${version}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => {
      const valueOf = ({ example, schema }: Described['parameters'][0]) => example ?? schema.default
      const given = parameters.filter((each) => valueOf(each) !== undefined)
      const inPath = given.filter((each) => each.in === 'path')
      const filled = inPath.reduce((text, each) => text.replace(`{${each.name}}`, String(valueOf(each))), path)
      const query = given
        .filter((each) => each.in === 'query')
        .map((each): [string, string] => [each.name, String(valueOf(each))])
      const headers = given.filter((each) => each.in === 'header').map((each) => [each.name, String(valueOf(each))])
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const text = type?.endsWith('json')
        ? JSON.stringify(content?.example)
        : new URLSearchParams(Object.entries(content?.example ?? {})).toString()
      return {
        request: `${method.toUpperCase()} ${filled}?${new URLSearchParams(query).toString()}`,
        headers: { ...Object.fromEntries(headers), ...(type && { 'content-type': type }) },
        ...(content && { body: text }),
      }
    }),
  )
}

describe('the data of npm start', () => {
  it('mails no person: the first email is the one that a request causes', async () => {
    const event = `${server.url}/api/v2/events/${EXAMPLE_IDS.events}`
    const { status } = await fetch(`${event}/attendances`, {
      method: 'POST',
      headers: { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' },
      body: JSON.stringify({ person: { email_addresses: [{ address: 'first@example.net' }] } }),
    })
    expect(status).toBe(200)
    const outbox = join(folder, 'outbox')
    // A file that is being written ends in `.new` until it is whole.
    const sent = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
    await expect.poll(async () => (await sent()).length).toBeGreaterThan(0)
    for (const name of await sent()) expect(await readFile(join(outbox, name), 'utf8')).toContain('first@example.net')
  })

  it.each([
    ['v1', 'api-key'],
    ['v2', 'OSDI-API-Token'],
  ])('answers every request of %s as its examples are', async (version, header) => {
    const refused: unknown[] = []
    for (const { request, headers, body } of await requestsOf(version)) {
      const [method = '', path = ''] = request.split(' ')
      const answer = await fetch(server.url + path, {
        method,
        headers: { ...headers, [header]: demo.group.key },
        ...(body !== undefined && { body }),
      })
      const text = await answer.text()
      if (!answer.ok) refused.push([request, answer.status, text.slice(0, 200)])
    }
    expect(refused).toEqual([])
  })

  it('is a month of a group: events that were, that fill and that are full', async () => {
    const totalsOf = async (id: string) => {
      const headers = { 'OSDI-API-Token': demo.group.key }
      const event = (await (await fetch(`${server.url}/api/v2/events/${id}`, { headers })).json()) as Record<
        string,
        unknown
      >
      return event['service:totals']
    }
    expect(await totalsOf(SCENE.past)).toMatchObject({ accepted: 16, attended: 12 })
    expect(await totalsOf(SCENE.rally)).toMatchObject({ accepted: 41, guests: 41, waitlisted: 0 })
    expect(await totalsOf(SCENE.full)).toMatchObject({ accepted: 3, waitlisted: 3 })
  })
})
