import { expect, it } from 'vitest'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { get, givenEvent, post, assignPending, table } from '../support/service.js'

// The service's own table, which is there when its environment is.

const rsvp = (path: string, name: string) =>
  post(`${path}/attendances`, { person: { email_addresses: [{ address: `${name}@example.org` }] } })

/** Returns the ids of the people that following `next` finds. @param between runs after each page */
async function traverse(path: string, between: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  for (let page: string | undefined = `${path}/attendances?per_page=7`; page;) {
    const { body } = await get(page)
    found.push(...body._embedded['osdi:attendances'].map((each: any) => each['service:person_id'] as string))
    page = body._links.next?.href.replace('https://events.example.org', '')
    await between()
  }
  return found
}

it.each(['synchronous', 'deferred'])(
  'following next misses no attendance that existed at the start, while %s RSVPs arrive',
  async (mode) => {
    const { id, path } = await givenEvent()
    for (let i = 0; i < 30; i++) await rsvp(path, `early-${i}-${mode}`)
    await assignPending()
    const early = new Set(await traverse(path, async () => undefined))
    expect(early.size).toBe(30)

    let poured = 0
    const pour = async () => {
      if (mode === 'deferred') markContended(table, lists.attendancesOf(id))
      await Promise.all(Array.from({ length: 5 }, () => rsvp(path, `late-${poured++}-${mode}`)))
      if (mode === 'deferred') await assignPending()
    }
    const met = await traverse(path, pour)
    expect(poured).toBeGreaterThan(20)
    expect(met.length).toBeGreaterThan(30)
    expect(new Set([...early].filter((each) => !met.includes(each)))).toEqual(new Set())
    expect((await get(path)).body.total_accepted).toBe(30 + poured)
  },
)
