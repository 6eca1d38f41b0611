import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherInstallation } from '../support/given/installation.js'

type Installation = Awaited<ReturnType<typeof anotherInstallation>>

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaving-'))
})
afterAll(() => rm(folder, { recursive: true }))

const all = async ({ read }: Installation, path: string, relation: string) =>
  (await read(`${path}?per_page=100`))._embedded[relation] as any[]
const byTitle = (one: any, other: any) => (one.title < other.title ? -1 : 1)

describe('export csv', () => {
  it('writes people, events and RSVPs so that another Turnout has them again', async () => {
    const [from, to] = [await anotherInstallation(), await anotherInstallation()]
    await from.post('tags', { name: 'Volunteer' })
    for (const [i, status] of ['accepted', 'declined'].entries()) {
      const made = await from.post('events', {
        title: `Leaving ${i}`,
        name: 'Ours',
        origin_system: 'x',
        start_date: `2026-11-0${i + 1}T18:30:00Z`,
        location: { venue: 'Hall', address_lines: ['1 Main St'], postal_code: '20009' },
      })
      const rsvp = await from.post(`events/${made.identifiers[0].split(':')[1]}/attendances`, {
        person: {
          given_name: 'Ana',
          family_name: '=Ruiz',
          custom_fields: { shirt: 'L' },
          email_addresses: [{ address: `leaves${i}@example.org`, status: 'unsubscribed' }],
        },
        add_tags: ['Volunteer'],
      })
      if (status === 'declined') await from.put(rsvp._links.self.href.replace(/^.*\/api\/v2\//, ''), { status })
    }
    await from.admin('repair')
    const out = join(folder, 'files')
    const { json, code, err } = await from.admin('export', 'csv', '--group', from.group, '--out', out, '--json')
    expect([code, err, json]).toEqual([0, '', { folder: out, people: expect.any(Number), events: 2, attendances: 2 }])
    expect((await from.admin('export', 'csv', '--group', from.group, '--out', out)).code).toBe(1)

    for (const kind of ['people', 'events', 'attendances']) {
      const args = ['--in', join(out, `${kind}.csv`), '--group', to.group, '--custom-fields', '--json']
      const imported = await to.admin('import', 'csv', kind, ...args)
      expect([imported.err, imported.json.refusals]).toEqual(['', []])
    }
    await to.admin('repair')
    const copies = (await all(to, 'events', 'osdi:events')).toSorted(byTitle)
    expect(copies).toMatchObject([
      { title: 'Leaving 0', name: 'Ours', start_date: '2026-11-01T18:30:00Z', location: { venue: 'Hall' } },
      { title: 'Leaving 1', start_date: '2026-11-02T18:30:00Z', total_accepted: 0 },
    ])
    const people = await all(to, 'people', 'osdi:people')
    const person = people.find((each) => each.email_addresses[0]?.address === 'leaves0@example.org')
    expect(person).toMatchObject({ given_name: 'Ana', custom_fields: { shirt: 'L' } })
    const taggings = await to.read(`people/${person.identifiers[0].split(':')[1]}/taggings`)
    expect(taggings.total_records).toBe(1)
  }, 120_000)

  it('brings RSVPs back to the events they were for where the same installation imports it', async () => {
    const { admin, group, post, put, read } = await anotherInstallation()
    const kept = { title: 'Kept', origin_system: 'x', start_date: '2026-11-01T18:30:00Z' }
    const event = await post('events', kept)
    const id = event.identifiers[0].split(':')[1]
    await post('events', kept)
    await post(`events/${id}/attendances`, { person: { email_addresses: [{ address: 'back@example.org' }] } })
    await admin('repair')
    const out = join(folder, 'again')
    await admin('export', 'csv', '--group', group, '--out', out)
    await put(`events/${id}`, { title: 'Changed since' })
    for (const kind of ['people', 'events', 'attendances']) {
      const args = ['--in', join(out, `${kind}.csv`), '--group', group, '--json']
      const imported = await admin('import', 'csv', kind, ...args)
      expect([imported.err, imported.json.refusals]).toEqual(['', []])
    }
    const { total_records, _embedded } = await read('events')
    const found = _embedded['osdi:events'].map((each: any) => [each.title, each.total_accepted])
    expect([total_records, found]).toEqual([
      2,
      expect.arrayContaining([
        ['Kept', 1],
        ['Kept', 0],
      ]),
    ])
  }, 120_000)

  it('has the headings that uploads of other services know', async () => {
    const { admin, group } = await anotherInstallation()
    const out = join(folder, 'empty')
    await admin('export', 'csv', '--group', group, '--out', out)
    expect(await readFile(join(out, 'people.csv'), 'utf8')).toMatch(
      /^\ufeff"email","first_name","last_name","phone","address","city","state","zip_code","country"/,
    )
  })
})
