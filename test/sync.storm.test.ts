import { markContended } from '../lib/collections/contention.js'
import { lists } from '../lib/collections/numbered-list.js'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PUBLIC_URL, get, givenEvent, post, put, assignPending, table } from './support/service.js'
import { sized } from './support/size.js'
import { type Copy, emptyCopy, syncOnce, wholeCollection } from './support/clients/sync-client.js'

const EVENTS = sized(150, 10_000)
/** Runs of the sync while changes are made, and how many there are during each. */
const RUNS = sized(3, 20)
const CHANGES = sized(30, 100)

const path = '/api/v2/events'

/** Does something for each number, some at a time, as several programs would. */
async function each(count: number, work: (i: number) => Promise<unknown>) {
  const numbers = Array.from({ length: count }, (_, i) => i)
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let i = numbers.shift(); i !== undefined; i = numbers.shift()) await work(i)
    }),
  )
}

describe('a sync by modified_date', { timeout: 1_800_000 }, () => {
  afterEach(() => void vi.useRealTimers())
  const paths: string[] = []
  beforeAll(() => each(EVENTS, async (i) => paths.push((await givenEvent({ title: `Event ${i}` })).path)), 1_800_000)

  it('ends with a copy that equals the source, though events are made and changed meanwhile', async () => {
    const copy = emptyCopy()
    for (let run = 0; run < RUNS; run++)
      await Promise.all([
        syncOnce(copy, path),
        each(CHANGES, async (i) => {
          const change = run * CHANGES + i
          if (change % 5 === 0) await givenEvent({ title: `Made meanwhile ${change}` })
          else await put(paths[(change * 7919) % paths.length] as string, { title: `Changed ${change}` })
        }),
      ])
    await syncOnce(copy, path)

    expect(await syncOnce(copy, path), 'a run after the last change').toBe(0)
    expect(copy.members).toEqual(await wholeCollection(path))
  })

  it('finds a change during a traversal in its next run, and skips nothing because of it', async () => {
    const { newest } = await synced()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_100, shouldAdvanceTime: true })
    await each(30, (i) => put(paths[i] as string, { title: `Before the traversal ${i}` }))
    const first = await get(`${path}?per_page=10&filter=modified_date gt '${newest}'`)
    expect(first.body).toMatchObject({ total_records: 30, total_pages: 3 })
    const dates = first.body._embedded['osdi:events'].map((event: any) => event.modified_date)
    expect(dates).toEqual([...dates].sort())

    // The first of the page that comes next moves to the end.
    const firstPage = titlesIn(first.body)
    const rest = range(30).filter((i) => !firstPage.includes(`Before the traversal ${i}`))
    await put(paths[rest[0] as number] as string, { title: 'During the traversal' })
    const second = await follow(first.body)
    const third = await follow(second)
    const titles = [...firstPage, ...titlesIn(second), ...titlesIn(third)]
    expect(titles).toHaveLength(29)
    expect(new Set(titles).size).toBe(29)
    expect(third).toMatchObject({ total_records: 29, page: 3 })
    expect(third._links).not.toHaveProperty('next')

    const newer = await get(`${path}?filter=modified_date gt '${first.body._embedded['osdi:events'][9].modified_date}'`)
    expect(titlesIn(newer.body)).toContain('During the traversal')
  })

  it('finds attendances by their dates when they get their ordinals after a rush', async () => {
    const event = await givenEvent()
    const attendances = `${event.path}/attendances`
    await Promise.all(
      range(40).map((i) => post(attendances, { person: { email_addresses: [{ address: `rush-${i}@example.org` }] } })),
    )
    const early = emptyCopy()
    await syncOnce(early, attendances)
    await assignPending()
    await syncOnce(early, attendances)
    expect(early.members.size).toBe(40)
    expect(await syncOnce(early, attendances)).toBe(0)
  })

  it('ends with a copy of all attendances of an owner, while they are made and changed in every way', async () => {
    const events = await Promise.all(range(3).map(() => givenEvent()))
    const [all, made] = ['/api/v2/attendances', [] as string[]]
    const copy = emptyCopy()
    for (let run = 0; run < RUNS; run++) {
      if (run === 1) markContended(table, lists.attendancesOf(events[0]!.id), 60_000)
      await Promise.all([
        syncOnce(copy, all),
        each(CHANGES, async (i) => {
          const number = run * CHANGES + i
          const known = made[(number * 7919) % made.length]
          if (known !== undefined && i % 3 === 0) {
            const { status } = (await get(known)).body
            await put(known, { status: status === 'accepted' ? 'declined' : 'accepted' })
          } else {
            const person = { email_addresses: [{ address: `storm-${number}@example.org` }] }
            const { body } = await post(`${events[i % 3]!.path}/attendances`, { person })
            made.push(body._links.self.href.slice(PUBLIC_URL.length))
          }
        }),
      ])
    }
    await syncOnce(copy, all)
    expect(await syncOnce(copy, all), 'a run after the last change').toBe(0)
    expect(copy.members).toEqual(await wholeCollection(all))
    expect([...copy.members.keys()]).toEqual(expect.arrayContaining(made.map((path) => PUBLIC_URL + path)))
    await assignPending()
    for (const { path: event } of events)
      for (const [href, member] of await wholeCollection(`${event}/attendances`))
        expect(copy.members.get(href)).toEqual(member)
  })

  async function synced(): Promise<Copy> {
    const copy = emptyCopy()
    await syncOnce(copy, path)
    return copy
  }
})

const range = (length: number) => Array.from({ length }, (_, i) => i)
const titlesIn = (body: any): string[] => body._embedded['osdi:events'].map(({ title }: any) => title)
const follow = async (body: any) => (await get(body._links.next.href.slice(PUBLIC_URL.length))).body
