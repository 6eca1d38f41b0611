import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OsdiEvent, changedEvent, newEvent } from '../../../lib/events/event.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { type EventStore } from '../../../lib/events/store/event-store.js'
import { eventStore } from '../../../lib/app/event-store.js'
import { openTable } from '../../../lib/table/table.js'
import { unknownLocation } from '../../../lib/locations/geocode/geocoder.js'
import { engineKinds } from '../../support/engine/engines.js'
import { freshTable } from '../../support/engine/tables.js'

const GROUP: Owner = 'group:one'
const OTHER: Owner = 'group:two'

describe.each(engineKinds())('the event store on %s', (kind) => {
  let events: EventStore
  /** The same table as another process sees it. */
  let elsewhere: EventStore

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    events = eventStore(openTable({ tableName, dynamodbEndpoint: endpoint }))
    elsewhere = eventStore(openTable({ tableName, dynamodbEndpoint: endpoint }))
  })

  const anEvent = (identifiers: string[] = [], owner = GROUP): Promise<OsdiEvent> =>
    newEvent(
      { title: 'Rally', origin_system: 'Test', identifiers },
      {
        id: randomUUID(),
        principal: { owner },
        creator: 'someone',
        explicit_creator: false,
        now: new Date(),
      },
      unknownLocation,
    )
  const kept = async (identifiers: string[] = [], owner = GROUP) => {
    const { resource, holders } = await events.create(await anEvent(identifiers, owner))
    expect(holders).toEqual([])
    return resource
  }
  const claiming =
    (...identifiers: string[]) =>
    (event: OsdiEvent) =>
      changedEvent(event, { identifiers }, new Date(), unknownLocation)

  it('gives back the event that it was given, to its owner alone', async () => {
    const event = await kept(['acme:1'])
    expect(await events.find(GROUP, event.id)).toEqual(event)
    await expect(events.find(OTHER, event.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(events.find(GROUP, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    expect(await events.ownerOf(event.id)).toBe(GROUP)
    expect(await events.ownerOf(randomUUID())).toBeUndefined()
  })

  it('creates nothing when an identifier is held, and names every holder', async () => {
    const [one, two] = [await kept(['acme:one']), await kept(['acme:two'], OTHER)]
    const contender = await anEvent(['acme:free', 'acme:one', 'acme:two'])
    expect((await events.create(contender)).holders).toEqual([one.id, two.id])
    expect(await events.ownerOf(contender.id)).toBeUndefined()
    await kept(['acme:free'])
  })

  it('lets one of many concurrent creations have an identifier', async () => {
    const contenders = await Promise.all(
      Array.from({ length: 12 }, (_, i) => anEvent(['acme:raced'], i % 2 ? GROUP : OTHER)),
    )
    const holders = await Promise.all(
      contenders.map((event, i) => (i % 3 ? events : elsewhere).create(event).then(({ holders }) => holders)),
    )
    const winners = contenders.filter((_, i) => holders[i]?.length === 0)
    expect(winners).toHaveLength(1)
    expect(new Set(holders.flat())).toEqual(new Set(winners.map(({ id }) => id)))
  })

  it('leaves out the identifiers that others hold, or refuses the change', async () => {
    await kept(['acme:held'])
    const event = await kept()
    const left = await events.change(GROUP, event.id, claiming('acme:held', 'acme:mine'), 'leave out')
    expect(left.identifiers).toEqual(['acme:mine'])
    await expect(events.change(GROUP, event.id, claiming('acme:held', 'acme:more'), 'refuse')).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await events.find(GROUP, event.id)).identifiers).toEqual(['acme:mine'])
  })

  it('applies every one of many concurrent changes, one after the other', async () => {
    const event = await kept()
    const append = (letter: string) => async (current: OsdiEvent) =>
      changedEvent(current, { title: current.title + letter }, new Date(), unknownLocation)
    await Promise.all(
      Array.from('abcdefgh').map((letter) => events.change(GROUP, event.id, append(letter), 'leave out')),
    )
    const { title, revision } = await events.find(GROUP, event.id)
    expect(Array.from(title.slice('Rally'.length)).sort().join('')).toBe('abcdefgh')
    expect(revision).toBe(9)
  })

  it("does not change another owner's event", async () => {
    const event = await kept([], OTHER)
    await expect(events.change(GROUP, event.id, claiming('acme:x'), 'leave out')).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('lists events as they are after a change, newest first', async () => {
    const owner: Owner = 'group:lister'
    const [first, second] = [await kept([], owner), await kept([], owner)]
    await events.change(
      owner,
      first.id,
      (event) => changedEvent(event, { title: 'Changed' }, new Date(), unknownLocation),
      'refuse',
    )
    const { members, total_records } = await events.list(owner, { page: 1, per_page: 25 })
    expect(total_records).toBe(2)
    expect(members.map(({ id, title }) => [id, title])).toEqual([
      [second.id, 'Rally'],
      [first.id, 'Changed'],
    ])
  })
})
