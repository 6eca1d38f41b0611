import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EventCampaign, changedCampaign, newCampaign } from '../../../lib/campaigns/event-campaign.js'
import { newEvent } from '../../../lib/events/event.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { type CampaignStore, campaignStore } from '../../../lib/campaigns/store/campaign-store.js'
import { eventStore } from '../../../lib/app/event-store.js'
import { append } from '../../../lib/collections/append.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { type Table, openTable } from '../../../lib/table/table.js'
import { putIfAbsent } from '../../../lib/table/transaction.js'
import { unknownLocation } from '../../../lib/locations/geocode/geocoder.js'
import { engineKinds } from '../../support/engine/engines.js'
import { freshTable } from '../../support/engine/tables.js'

const GROUP: Owner = 'group:one'
const OTHER: Owner = 'group:two'

describe.each(engineKinds())('the event campaign store on %s', (kind) => {
  let table: Table
  let campaigns: CampaignStore
  /** The same table as another process sees it. */
  let elsewhere: CampaignStore

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
    campaigns = campaignStore(table)
    elsewhere = campaignStore(openTable({ tableName, dynamodbEndpoint: endpoint }))
  })

  const aCampaign = (identifiers: string[] = [], owner = GROUP) =>
    newCampaign(
      { title: 'Spring', origin_system: 'Test', identifiers },
      { id: randomUUID(), principal: { owner }, now: new Date() },
    )
  const kept = async (identifiers: string[] = [], owner = GROUP) => {
    const { resource, holders } = await campaigns.create(aCampaign(identifiers, owner))
    expect(holders).toEqual([])
    return resource
  }
  const claiming =
    (...identifiers: string[]) =>
    async (campaign: EventCampaign) =>
      changedCampaign(campaign, { identifiers }, new Date())
  const givenEvent = async (event_campaign_id: string, attendances: number, owner = GROUP) => {
    const circumstances = { id: randomUUID(), principal: { owner }, creator: 'someone', now: new Date() }
    const event = await newEvent(
      { title: 'Rally', origin_system: 'Test' },
      { ...circumstances, explicit_creator: false, event_campaign_id },
      unknownLocation,
    )
    await eventStore(table).create(event)
    for (let i = 0; i < attendances; i++) await append(table, [lists.attendancesOf(event.id)], () => [])
  }

  it('gives back the campaign that it was given, to its owner alone', async () => {
    const campaign = await kept(['acme:1'])
    expect(await campaigns.find(GROUP, campaign.id)).toEqual(campaign)
    await expect(campaigns.find(OTHER, campaign.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(campaigns.find(GROUP, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    expect(await campaigns.ownerOf(campaign.id)).toBe(GROUP)
    expect(await campaigns.ownerOf(randomUUID())).toBeUndefined()
  })

  it('changes nothing when it is given the same campaign again', async () => {
    const owner: Owner = 'group:again'
    const campaign = await kept([], owner)
    expect(await campaigns.create({ ...campaign, title: 'Another title' })).toMatchObject({
      resource: { title: 'Spring' },
      holders: [],
    })
    expect(await campaigns.list(owner, { page: 1, per_page: 25 })).toMatchObject({
      total_records: 1,
      members: [{ title: 'Spring' }],
    })
  })

  it('lets one of many concurrent creations have an identifier', async () => {
    const contenders = Array.from({ length: 12 }, (_, i) => aCampaign(['acme:raced'], i % 2 ? GROUP : OTHER))
    const holders = await Promise.all(
      contenders.map((campaign, i) => (i % 3 ? campaigns : elsewhere).create(campaign).then(({ holders }) => holders)),
    )
    const winners = contenders.filter((_, i) => holders[i]?.length === 0)
    expect(winners).toHaveLength(1)
    expect(new Set(holders.flat())).toEqual(new Set(winners.map(({ id }) => id)))
  })

  it('leaves out the identifiers that others hold, or refuses the change', async () => {
    await kept(['acme:held'])
    const { id } = await kept()
    const left = await campaigns.change(GROUP, id, claiming('acme:held', 'acme:mine'), 'leave out')
    expect(left.identifiers).toEqual(['acme:mine'])
    await expect(campaigns.change(GROUP, id, claiming('acme:held', 'acme:more'), 'refuse')).rejects.toMatchObject({
      code: 'conflict',
      message: 'An identifier of this event campaign is already held by another event campaign',
    })
    expect((await campaigns.find(GROUP, id)).identifiers).toEqual(['acme:mine'])
  })

  it('takes an identifier that an event holds: they are unique within one type', async () => {
    const draft = { title: 'Rally', origin_system: 'Test', identifiers: ['acme:shared'] }
    const circumstances = { id: randomUUID(), principal: { owner: GROUP }, creator: 'x', now: new Date() }
    const event = await newEvent(draft, { ...circumstances, explicit_creator: false }, unknownLocation)
    expect((await eventStore(table).create(event)).holders).toEqual([])
    await kept(['acme:shared'])
  })

  it('applies every one of many concurrent changes, one after the other', async () => {
    const { id } = await kept()
    const add = (letter: string) => async (current: EventCampaign) =>
      changedCampaign(current, { title: current.title + letter }, new Date())
    await Promise.all(Array.from('abcdefgh').map((letter) => campaigns.change(GROUP, id, add(letter), 'leave out')))
    const { title, revision } = await campaigns.find(GROUP, id)
    expect(Array.from(title.slice('Spring'.length)).sort().join('')).toBe('abcdefgh')
    expect(revision).toBe(9)
  })

  it("does not change another owner's campaign", async () => {
    const { id } = await kept([], OTHER)
    await expect(campaigns.change(GROUP, id, claiming('acme:x'), 'leave out')).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  describe('counting', () => {
    it('finds neither events nor attendances of a new campaign', async () => {
      const campaign = await kept()
      expect(await campaigns.counted(campaign)).toEqual({ ...campaign, total_events: 0, total_rsvps: 0 })
    })

    it('sums the attendances of its own events, also of other owners’ ones', async () => {
      const [one, two] = [await kept(), await kept()]
      await givenEvent(one.id, 2)
      await givenEvent(one.id, 3, OTHER)
      await givenEvent(one.id, 0)
      await givenEvent(two.id, 4)
      expect(await campaigns.counted(one)).toMatchObject({ total_events: 3, total_rsvps: 5 })
      expect(await campaigns.counted(two)).toMatchObject({ total_events: 1, total_rsvps: 4 })
      expect(await campaigns.findCounted(GROUP, one.id)).toEqual(await campaigns.counted(one))
    })

    it('finds a campaign and its events in one request, and their attendances in another', async () => {
      const campaign = await kept()
      await givenEvent(campaign.id, 1)
      const before = table.consumedCapacity.requests
      expect(await campaigns.findCounted(GROUP, campaign.id)).toEqual({
        ...campaign,
        total_events: 1,
        total_rsvps: 1,
      })
      expect(table.consumedCapacity.requests - before).toBe(2)
      const unknown = campaigns.findCounted(GROUP, randomUUID())
      await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
      await expect(campaigns.findCounted(OTHER, campaign.id)).rejects.toMatchObject({ code: 'not_found' })
    })

    it('counts a page in its order, in requests that follow the campaigns with events', async () => {
      const owner: Owner = 'group:pages'
      for (let i = 0; i < 30; i++) {
        const { id } = await kept([], owner)
        if (i % 15 === 0) await givenEvent(id, i + 1, owner)
      }
      const page = await campaigns.list(owner, { page: 1, per_page: 30 })
      const before = table.consumedCapacity.requests
      const { members, ...rest } = await campaigns.countedPage(page)
      expect(table.consumedCapacity.requests - before).toBe(4)
      expect(rest).toEqual({ page: 1, per_page: 30, total_records: 30 })
      expect(members.map(({ id }) => id)).toEqual(page.members.map(({ id }) => id))
      expect(members.map(({ total_rsvps }) => total_rsvps)).toEqual(
        Array.from({ length: 30 }, (_, i) => (i === 14 ? 16 : i === 29 ? 1 : 0)),
      )
    })

    it('refuses a page whose campaigns have too many events, each of which it shows alone', async () => {
      const owner: Owner = 'group:large'
      const large = [await kept([], owner), await kept([], owner)]
      for (const [i, { id }] of large.entries())
        await putIfAbsent(table, lists.eventsOfCampaign(id).length, { length: 12_500 + i })
      const pageOf = async (per_page: number) =>
        campaigns.countedPage(await campaigns.list(owner, { page: 1, per_page }))
      await expect(pageOf(2)).rejects.toMatchObject({ faults: [{ error_code: 'page_too_large' }] })
      expect((await pageOf(1)).members).toMatchObject([{ total_events: 12_501 }])
      expect(await campaigns.counted(large[0] as EventCampaign)).toMatchObject({ total_events: 12_500 })
    })

    it('says of a list how many people the campaigns with few events have, and costs no more with many events', async () => {
      const owner: Owner = 'group:listed'
      const few = await kept([], owner)
      await givenEvent(few.id, 2, owner)
      const page = async () => campaigns.listedPage(await campaigns.list(owner, { page: 1, per_page: 25 }))
      const costOf = async () => {
        const before = { ...table.consumedCapacity }
        await page()
        return table.consumedCapacity.requests - before.requests
      }
      const many = await kept([], owner)
      const cost = await costOf()
      await putIfAbsent(table, lists.eventsOfCampaign(many.id).length, { length: 5_000 })
      expect((await page()).members).toEqual([
        { ...many, total_events: 5_000 },
        { ...few, total_events: 1, people: 2 },
      ])
      expect(await costOf()).toBe(cost)
    })

    it('reads more events than one request takes', async () => {
      const campaign = await kept()
      for (let i = 0; i < 105; i++) await givenEvent(campaign.id, i % 50 === 0 ? 1 : 0)
      expect(await campaigns.counted(campaign)).toMatchObject({ total_events: 105, total_rsvps: 3 })
      expect(await campaigns.findCounted(GROUP, campaign.id)).toEqual(await campaigns.counted(campaign))
    })
  })
})
