import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OsdiEvent } from '../../lib/events/event.js'
import { endingsOf } from '../../lib/finding/name-entries.js'
import { entriesOf, letterOf } from '../../lib/finding/store/keep-found.js'
import { type Item, keyOf } from '../../lib/table/table.js'
import { demo, givenInterfaceEvent, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { isLong, timeFor } from '../support/size.js'

/*
 * The search over a group with many people and events: exact, and within a limit of units, on any page of the results.
 * A long run has 100,000 people and 2,000 events, and prints what each search took.
 */

const [PEOPLE, EVENTS] = isLong ? [100_000, 2_000] : [3_000, 300]
const owner = `group:${demo.group.id}` as const
const MOST_UNITS = 500

let seed = 20_261_123
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}
const SYLLABLES = [
  'ka',
  'for',
  'mi',
  'na',
  'lo',
  'pez',
  'sha',
  'ri',
  'ben',
  'to',
  'gu',
  'yen',
  'wal',
  'ter',
  'o',
  'del',
]
const aName = () => Array.from({ length: 2 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join('')

/** Few given names and many family names, as people have them. */
const GIVEN = Array.from({ length: 400 }, aName)
const people = Array.from({ length: PEOPLE }, (_, i) => ({
  id: `${String(i).padStart(8, '0')}-0000-4000-8000-000000000001`,
  given_name: GIVEN[random(GIVEN.length)] as string,
  family_name: aName(),
}))

async function write(items: Item[]): Promise<void> {
  const distinct = [...new Map(items.map((item) => [`${item.pk} ${item.sk}`, item])).values()]
  for (let i = 0; i < distinct.length; i += 250)
    await Promise.all(
      Array.from({ length: 10 }, (_, k) => distinct.slice(i + k * 25, i + (k + 1) * 25))
        .filter((batch) => batch.length > 0)
        .map((batch) =>
          table.client.send(
            new BatchWriteCommand({
              RequestItems: { [table.name]: batch.map((Item) => ({ PutRequest: { Item } })) },
            }) as never,
          ),
        ),
    )
}

let organizer: Browser

beforeAll(async () => {
  const items = people.map((person) => ({
    ...person,
    owner,
    created_date: '2026-01-01T00:00:00.000Z',
    email_addresses: [],
    phone_numbers: [],
    ...keyOf.person(person.id),
  }))
  await write(items)
  await write(items.flatMap((item) => entriesOf(item)))
  const words = new Set(people.flatMap(({ given_name, family_name }) => [given_name, family_name]))
  await write(
    [...words].flatMap((word) =>
      endingsOf(word).map((ending) => ({ ...keyOf.nameEnding(owner, letterOf(ending), ending, word) })),
    ),
  )
  const { id } = await givenInterfaceEvent({ start_date: { wallClock: '2044-01-01T10:00:00' } })
  const { loadEvent } = await import('../../lib/events/store/load-event.js')
  const like = (await loadEvent(table, id)) as OsdiEvent
  const events = Array.from({ length: EVENTS }, (_, i) => ({
    ...like,
    id: `${String(i).padStart(8, '0')}-0000-4000-8000-000000000002`,
    title: `Phone bank ${i}`,
    start_date: `2044-${String((i % 12) + 1).padStart(2, '0')}-10T10:00:00`,
  }))
  const stored = events.map((event) => ({ ...event, ...keyOf.event(event.id) }))
  await write(stored)
  await write(stored.flatMap((item) => entriesOf(item)))
  organizer = await signedInAs(demo.group.organizer)
}, timeFor(120_000))

const open = async (path: string) => {
  const before = { ...table.consumedCapacity }
  const start = performance.now()
  const { status, html } = await organizer.open(path)
  const took = performance.now() - start
  expect(status).toBe(200)
  const units = table.consumedCapacity.read - before.read
  expect(units).toBeLessThan(MOST_UNITS)
  if (isLong) console.log(`${path.slice(0, 90)}: ${Math.round(took)} ms, ${units} read units`)
  return html
}

const PATH = `/manage/${demo.group.id}`

describe(`a search among ${PEOPLE} people`, () => {
  it.each(['kafor', 'lop', 'wal', 'yengu', 'mi', 'o'])(
    'for %s finds everyone who has it in the name, each once, page by page',
    async (part) => {
      const expected = people.filter(({ given_name, family_name }) =>
        [given_name, family_name].some((word) => (part.length < 3 ? word.startsWith(part) : word.includes(part))),
      )
      const seen: string[] = []
      let path: string | undefined = `${PATH}/people?find=${part}`
      // All pages of a search that finds few, and the first ones of one that finds many.
      for (let pages = 0; path && pages < 30; pages++) {
        const html: string = await open(path)
        seen.push(...[...html.matchAll(/people\/(\d{8}-0000-4000-8000-000000000001)"/g)].map(([, id]) => id as string))
        path = /href="([^"]*\?find=[^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
      }
      expect(new Set(seen).size).toBe(seen.length)
      const wanted = new Set(expected.map(({ id }) => id))
      expect(seen.filter((id) => !wanted.has(id))).toEqual([])
      if (!path) expect(seen.length).toBe(expected.length)
    },
    timeFor(60_000),
  )

  it('for both names finds the people who have both', async () => {
    const { id, given_name, family_name } = people[PEOPLE - 7]!
    let html = ''
    for (let path: string | undefined = `${PATH}/people?find=${family_name}+${given_name}`; path;) {
      const page = await open(path)
      path = /href="([^"]*\?find=[^"]*after=[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
      html += page
    }
    expect(html).toContain(id)
    expect(await open(`${PATH}/find?q=${family_name}+${given_name}`)).toContain('People</h2>')
  })
})

describe(`the list of ${EVENTS} events`, () => {
  it('finds one by its title, the others by their month, and any page', async () => {
    expect(await open(`${PATH}/actions?find=bank+${EVENTS - 9}`)).toContain(`>Phone bank ${EVENTS - 9}<`)
    expect(await open(`${PATH}/find?q=december`)).toContain('Phone bank 11<')
    expect(await open(`${PATH}/actions?page=${Math.floor(EVENTS / 25)}`)).toContain('Phone bank')
    expect(await open(`${PATH}/actions?order=title&month=2044-03`)).toContain('>Phone bank 14<')
  })
})
