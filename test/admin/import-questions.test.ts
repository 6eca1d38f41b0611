import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherInstallation, serveHere } from '../support/given/installation.js'
import { demo, givenEvent, post } from '../support/service.js'

let folder: string
let source: { server: Server; base: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-'))
  source = await serveHere()
})
afterAll(async () => {
  source.server.close()
  await rm(folder, { recursive: true })
})

const QUESTIONS = [
  { id: 'ride', type: 'single_choice', title: 'Do you need a ride?', choices: ['I need one', 'I offer one'] },
  { id: 'help', type: 'multiple_choice', title: 'What can you help with?', choices: ['Table', 'Door'] },
  { id: 'access', type: 'text', title: 'Access needs', sensitive: true },
  { id: 'conduct', type: 'checkbox', title: 'I keep the rules' },
]
const ANSWERS = { ride: 'I need one', help: ['Table', 'Door'], access: 'A ramp', conduct: true }

describe('an import from another Turnout', () => {
  it('brings the questions of an event and what each person answered', async () => {
    const { path } = await givenEvent({ title: 'Asked', 'service:questions': QUESTIONS })
    const person = { email_addresses: [{ address: 'asked@example.org' }] }
    const recorded = await post(`${path}/attendances`, { person, 'service:answers': ANSWERS })
    expect(recorded.body['service:answers']).toEqual(ANSWERS)
    const target = await anotherInstallation()
    const run = () =>
      target.admin(
        'import',
        'osdi',
        '--from',
        source.base,
        '--key',
        demo.group.key,
        '--group',
        target.group,
        '--rate',
        '1000',
        '--progress-file',
        join(folder, 'asked.json'),
        '--json',
      )
    for (const _ of ['first', 'repeated']) {
      const { code, err } = await run()
      expect([code, err]).toEqual([0, ''])
      const events = (await target.read('events?per_page=100'))._embedded['osdi:events'] as any[]
      const event = events.find(({ title }) => title === 'Asked')
      expect(event['service:questions']).toMatchObject(QUESTIONS)
      const id = new URL(event._links.self.href).pathname.split('/').at(-1)
      const [attendance] = (await target.read(`events/${id}/attendances`))._embedded['osdi:attendances']
      expect(attendance['service:answers']).toEqual(ANSWERS)
    }
  })
})
