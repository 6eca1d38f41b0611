import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherInstallation, serveHere } from '../support/given/installation.js'
import { address, demo } from '../support/service.js'
import { adminOf } from './admin.js'

const here = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

let folder: string
let server: Server
let base: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-'))
  const listening = await serveHere()
  server = listening.server
  base = listening.base
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

describe('an import from another Turnout', () => {
  it('keeps the dates of a series together, and repeating it changes nothing', async () => {
    const { json: series } = await here(
      'event',
      'create',
      '--group',
      demo.group.id,
      '--title',
      'Canvass',
      '--origin-system',
      'Turnout',
      '--start-date',
      '2031-05-03T10:00',
      '--repeat',
      'weekly',
      '--count',
      '4',
      '--json',
    )
    const target = await anotherInstallation()
    const run = () =>
      target.admin(
        'import',
        'osdi',
        '--from',
        base,
        '--key',
        demo.group.key,
        '--group',
        target.group,
        '--rate',
        '1000',
        '--progress-file',
        join(folder, 'series.json'),
        '--json',
      )
    const copies = async () => {
      const all = (await target.read('events?per_page=100'))._embedded['osdi:events'] as any[]
      return all
        .filter((event) => event.title === 'Canvass')
        .sort((one, other) => one.start_date.localeCompare(other.start_date))
    }
    const first = await run()
    expect([first.code, first.err]).toEqual([0, ''])
    const events = await copies()
    const [{ id }] = events.map((event) => event['service:series']) as [{ id: string }]
    expect(events.map((event) => event['service:series'])).toEqual(
      events.map((_, i) => ({ id, index: i + 1, count: 4 })),
    )
    const sources = events.map(({ identifiers }) => identifiers.find((each: string) => each.startsWith('service-old:')))
    expect(sources).toEqual((series.events as string[]).map((each) => `service-old:${each}`))
    expect((await run()).code).toBe(0)
    expect((await copies()).map((event) => event['service:series'])).toEqual(
      events.map((event) => event['service:series']),
    )
    expect((await target.admin('audit')).code).toBe(0)
  })
})
