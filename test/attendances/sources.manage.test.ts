import { beforeAll, describe, expect, it } from 'vitest'
import { NOTHING_COUNTED, withRsvps } from '../../lib/attendances/rsvp-statistics.js'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { departingIn } from '../../lib/app/merging.js'
import { readStatistics, sourcesForgotten } from '../../lib/attendances/store/rsvp-statistics.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { transact } from '../../lib/table/transaction.js'
import { computeWaiting } from '../../lib/app/computing.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { demo, get, givenInterfaceEvent, post, service, table } from '../support/service.js'
import { has } from '../support/rooms.js'

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
})

const owner = `group:${demo.group.id}` as const
const read = (id: string, through = table) => readStatistics(through, owner, id)

let people = 0
async function rsvp(path: string, source?: string): Promise<string> {
  const person = { email_addresses: [{ address: `guest-${++people}@sources.example.org` }] }
  const referrer = source === undefined ? {} : { 'service:referrer_data': { source } }
  const { body } = await post(`${path}/attendances`, { person, ...referrer })
  return body['service:person_id'].replace('service:', '')
}

/** Counts by reading every attendance through the API. */
async function recount(path: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let page = 1; ; page++) {
    const { body } = await get(`${path}/attendances?per_page=100&page=${page}`)
    for (const each of body._embedded['osdi:attendances']) {
      const { source } = each['service:referrer_data']
      counts[source] = (counts[source] ?? 0) + 1
    }
    if (page >= body.total_pages) return counts
  }
}

describe('RSVPs by source', () => {
  it('stand on the page of the event, also those that came since it was opened, and equal a recount', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'By source' })
    for (const source of ['newsletter', 'poster', 'newsletter', undefined]) await rsvp(path, source)
    const counts = async () =>
      Object.fromEntries(
        [
          ...(await organizer.open(`/manage/events/${id}`)).html.matchAll(
            /<th scope="row">([^<]+)<\/th><td class="n"[^>]*>(\d+)/g,
          ),
        ].map(([, source, count]) => [source, Number(count)]),
      )
    expect(await counts()).toEqual({ newsletter: 2, poster: 1, Direct: 1 })
    await Promise.all(['poster', 'poster', '<b>'].map((source) => rsvp(path, source)))
    expect(await counts()).toEqual({ poster: 3, newsletter: 2, Direct: 1, '&lt;b&gt;': 1 })
    expect((await read(id)).counts).toEqual(await recount(path))
  })

  it.each(['constructor', '__proto__', 'prototype', 'toString'])(
    'leave the pages as they are where a visitor writes %s',
    async (name) => {
      const { id, path } = await givenInterfaceEvent({ title: `From ${name}` })
      for (const source of ['poster', name]) await rsvp(path, source)
      for (const page of ['', ...(has('reports') ? ['/worked', '/worked.csv'] : [])]) {
        const { status, html } = await organizer.open(`/manage/events/${id}${page}`)
        expect([page, status, html.includes('poster')]).toEqual([page, 200, true])
      }
      const { counts, further } = await read(id)
      expect(Object.values(counts).reduce((sum, count) => sum + count, further)).toBe(2)
    },
  )

  it('are read once each: a second reader reads what came since', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Read once' })
    for (let i = 0; i < 12; i++) await rsvp(path, i % 2 ? 'a' : 'b')
    expect(await read(id)).toMatchObject({ counts: { a: 6, b: 6 }, further: 0, counted: 12 })
    const { client } = table
    let queries = 0
    const counting = {
      ...table,
      client: {
        ...client,
        send: async (command: any) => {
          if (command.constructor.name === 'QueryCommand') queries++
          return client.send(command)
        },
      },
    } as unknown as typeof table
    await read(id, counting)
    expect(queries).toBe(0)
  })

  it('equal a recount when many readers count while RSVPs come', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Readers' })
    await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        await rsvp(path, `source ${i % 3}`)
        await read(id)
      }),
    )
    const counts = async () => (await read(id)).counts
    await expect.poll(counts).toEqual(await recount(path))
  })

  it('equal a recount after an erasure and a merge', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Erased' })
    const [first, second, third] = [await rsvp(path, 'a'), await rsvp(path, 'b'), await rsvp(path, 'c')]
    await read(id)
    await organizer.send(`/manage/${demo.group.id}/people/${first}/erase`)
    expect((await read(id)).counts).toEqual({ none: 1, b: 1, c: 1 })
    await mergePeople(departingIn(table), `group:${demo.group.id}`, second, third)
    const { counts } = await read(id)
    expect(counts).toEqual(await recount(path))
  })

  it('of a reader who began before an erasure are not kept', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Slow reader' })
    await rsvp(path, 'a')
    const { client } = table
    const slow = {
      ...table,
      client: {
        ...client,
        send: async (command: any) => {
          if (command.constructor.name === 'UpdateCommand') await transact(table, [sourcesForgotten(table, id)])
          return client.send(command)
        },
      },
    } as unknown as typeof table
    await read(id, slow)
    await rsvp(path, 'b')
    expect(await read(id)).toMatchObject({
      counts: { a: 1, b: 1 },
      further: 0,
      counted: 2,
    })
  })

  it('are counted by the queue where they are many: the page tells it once, and says how far the count is', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Many' })
    for (const source of ['a', 'b', 'a', 'a']) await rsvp(path, source)
    const key = keyOf.rsvpSources(id)
    expect(await readStatistics(table, owner, id, 2)).toEqual({
      counts: {},
      further: 0,
      counted: 0,
      points: [],
    })
    const asked = await getOne(table, key)
    expect(asked).toMatchObject({ waits_for_people: owner })
    await readStatistics(table, owner, id, 2)
    expect(await getOne(table, key)).toEqual(asked)

    const { html } = await organizer.open(`/manage/events/${id}`)
    expect(html).toContain('RSVPs by source')
    await Promise.all([1, 2].map(() => computeWaiting(service, { ...key, waits_for_people: owner })))
    expect(await readStatistics(table, owner, id, 2)).toMatchObject({ counts: { a: 3, b: 1 }, counted: 4 })
    expect(await getOne(table, key)).not.toHaveProperty('waits_for_people')
  })

  it('are told apart up to a hundred, in the order of the RSVPs', () => {
    const made = Array.from({ length: 250 }, (_, i) => ({
      referrer_data: { source: `s${i % 120}`, website: 'api' },
      created_date: new Date(i).toISOString(),
    }))
    const all = withRsvps(NOTHING_COUNTED, made)
    expect([Object.keys(all.counts).length, all.further, all.counted]).toEqual([100, 40, 250])
    expect(withRsvps(withRsvps(NOTHING_COUNTED, made.slice(0, 77)), made.slice(77))).toEqual(all)
  })
})
