import { beforeAll, describe, expect, it } from 'vitest'
import { withRsvps } from '../../../lib/domain/attendances/rsvp-sources.js'
import { mergePeople } from '../../../lib/domain/merging/merge-people.js'
import { mergeDependencies } from '../../../lib/dynamodb/stores/merging/merge-store.js'
import { attendanceStore } from '../../../lib/dynamodb/stores/attendances/attendance-store.js'
import { readSources, sourcesForgotten } from '../../../lib/dynamodb/stores/attendances/rsvp-sources.js'
import { transact } from '../../../lib/dynamodb/transaction.js'
import { type Browser, signedInAs } from '../../support/clients/organiser.js'
import { demo, get, givenInterfaceEvent, post, table } from '../../support/service.js'

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
})

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
            /<th scope="row">([^<]+)<\/th><td class="n">(\d+)/g,
          ),
        ].map(([, source, count]) => [source, Number(count)]),
      )
    expect(await counts()).toEqual({ newsletter: 2, poster: 1, 'None named': 1 })
    await Promise.all(['poster', 'poster', '<b>'].map((source) => rsvp(path, source)))
    expect(await counts()).toEqual({ poster: 3, newsletter: 2, 'None named': 1, '&lt;b&gt;': 1 })
    expect((await readSources(table, id)).counts).toEqual(await recount(path))
  })

  it('are read once each: a second reader reads what came since', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Read once' })
    for (let i = 0; i < 12; i++) await rsvp(path, i % 2 ? 'a' : 'b')
    expect(await readSources(table, id, 5)).toEqual({ counts: { a: 6, b: 6 }, further: 0, counted: 12 })
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
    await readSources(counting, id)
    expect(queries).toBe(0)
  })

  it('equal a recount when many readers count while RSVPs come', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Readers' })
    await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        await rsvp(path, `source ${i % 3}`)
        await readSources(table, id, 3)
      }),
    )
    const read = async () => (await readSources(table, id)).counts
    await expect.poll(read).toEqual(await recount(path))
  })

  it('equal a recount after an erasure and a merge', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Erased' })
    const [first, second, third] = [await rsvp(path, 'a'), await rsvp(path, 'b'), await rsvp(path, 'c')]
    await readSources(table, id)
    await organizer.send(`/manage/${demo.group.id}/people/${first}/erase`)
    expect((await readSources(table, id)).counts).toEqual({ none: 1, b: 1, c: 1 })
    await mergePeople(`group:${demo.group.id}`, second, third, mergeDependencies(table))
    const { counts } = await readSources(table, id)
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
          if (command.constructor.name === 'UpdateCommand')
            await transact(table, [sourcesForgotten(table, id)])
          return client.send(command)
        },
      },
    } as unknown as typeof table
    await readSources(slow, id)
    await rsvp(path, 'b')
    expect(await attendanceStore(table).sourcesOf(id)).toEqual({
      counts: { a: 1, b: 1 },
      further: 0,
      counted: 2,
    })
  })

  it('are told apart up to a hundred, in the order of the RSVPs', () => {
    const made = Array.from({ length: 250 }, (_, i) => ({
      referrer_data: { source: `s${i % 120}`, website: 'api' },
    }))
    const { counts, further, counted } = withRsvps({ counts: {}, further: 0, counted: 0 }, made)
    expect([Object.keys(counts).length, further, counted]).toEqual([100, 40, 250])
    const inParts = withRsvps(
      withRsvps({ counts: {}, further: 0, counted: 0 }, made.slice(0, 77)),
      made.slice(77),
    )
    expect(inParts).toEqual({ counts, further, counted })
  })
})
