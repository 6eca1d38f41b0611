import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { DeleteCommand, PutCommand, UpdateCommand } from '../../lib/table/client/commands.js'
import { newCampaign } from '../../lib/campaigns/event-campaign.js'
import { newEvent } from '../../lib/events/event.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { audit } from '../../lib/app/audit.js'
import { campaignStore } from '../../lib/campaigns/store/campaign-store.js'
import { eventStore } from '../../lib/app/event-store.js'
import { append } from '../../lib/collections/append.js'
import { type NumberedList, lists, positionAt } from '../../lib/collections/numbered-list.js'
import { modifiedIn } from '../../lib/collections/search/modified.js'
import { PENDING } from '../../lib/collections/pending.js'
import { dueAttributes } from '../../lib/mail/store/due-mail.js'
import { type Key, type Table, keyOf, openTable } from '../../lib/table/table.js'
import { putNew } from '../../lib/table/transaction.js'
import { unknownLocation } from '../../lib/locations/geocode/geocoder.js'
import { engineKinds } from '../support/engine/engines.js'
import { freshTable } from '../support/engine/tables.js'

const GROUP: Owner = 'group:one'
const CAMPAIGN = 'spring'

describe.each(engineKinds())('the audit of a table on %s', (kind) => {
  let table: Table

  beforeEach(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  const givenEvent = async (identifiers: string[] = [], event_campaign_id?: string) => {
    const event = await newEvent(
      { title: 'Rally', origin_system: 'Test', identifiers },
      {
        id: randomUUID(),
        principal: { owner: GROUP },
        creator: 'someone',
        explicit_creator: false,
        event_campaign_id,
        now: new Date(),
      },
      unknownLocation,
    )
    await eventStore(table).create(event)
    return event.id
  }
  const givenCampaign = (identifiers: string[] = []) =>
    campaignStore(table).create(
      newCampaign(
        { title: 'Spring', origin_system: 'Test', identifiers },
        { id: CAMPAIGN, principal: { owner: GROUP }, now: new Date() },
      ),
    )
  const plant = (key: Key, value: object) =>
    table.client.send(new PutCommand({ TableName: table.name, Item: { ...value, ...key } }))
  const set = (key: Key, name: string, value: unknown) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      }),
    )
  const remove = (key: Key) => table.client.send(new DeleteCommand({ TableName: table.name, Key: key }))
  const audited = async () => {
    const violations: string[] = []
    return { ...(await audit(table, (violation) => violations.push(violation))), violations }
  }
  const violations = async () => (await audited()).violations

  it('finds nothing in a table that only the stores wrote, and counts what it saw', async () => {
    await givenCampaign()
    await givenEvent(['acme:1', 'acme:2'], CAMPAIGN)
    await givenEvent(['other:with:colons # and hash'])
    await givenEvent()
    expect(await audited()).toEqual({
      // 3 events, 3 claims, a campaign, an event in it, and 3 lengths.
      items: 11,
      identifiers: 3,
      lists: 3,
      members: 5,
      pending: 0,
      orphaned_claims: 0,
      violations: [],
    })
  })

  it('finds nothing in an empty table', async () => {
    expect(await audited()).toEqual({
      items: 0,
      identifiers: 0,
      lists: 0,
      members: 0,
      pending: 0,
      orphaned_claims: 0,
      violations: [],
    })
  })

  it('finds nothing while the table is written to', async () => {
    const writing = Promise.all(Array.from({ length: 40 }, (_, i) => givenEvent([`acme:${i}`])))
    for (let i = 0; i < 3; i++) expect(await violations()).toEqual([])
    await writing
    expect(await audited()).toMatchObject({ identifiers: 40, members: 40, violations: [] })
  })

  describe('of identifiers', () => {
    it('reports a claim for an event that does not exist', async () => {
      await plant(keyOf.identifier('event', 'acme:1'), { identifier: 'acme:1', holder: 'event:missing' })
      expect(await violations()).toEqual([
        'The identifier "acme:1" is claimed for event:missing, which does not exist.',
      ])
    })

    it('reports a claim for an event that does not list it', async () => {
      const id = await givenEvent(['acme:1'])
      await set(keyOf.event(id), 'identifiers', [])
      expect(await violations()).toEqual([
        `The identifier "acme:1" is claimed for event:${id}, which does not list it.`,
      ])
    })

    it('reports a listed identifier without a claim', async () => {
      const id = await givenEvent(['acme:1'])
      await remove(keyOf.identifier('event', 'acme:1'))
      expect(await violations()).toEqual([`event:${id} lists the identifier "acme:1", which has no claim.`])
    })

    it('reports an identifier that two events list', async () => {
      const [one, two] = [await givenEvent(['acme:1']), await givenEvent()]
      await set(keyOf.event(two), 'identifiers', ['acme:1'])
      expect(await violations()).toEqual([
        `event:${two} lists the identifier "acme:1", which is claimed for event:${one}.`,
      ])
    })

    it('reports an identifier that is in the index twice, and one that is there without a claim', async () => {
      const id = await givenEvent(['acme:1'])
      await plant({ pk: 'stray', sk: '1' }, { identifier: 'acme:1', holder: 'event:another' })
      await plant({ pk: 'stray', sk: '2' }, { identifier: 'acme:2', holder: 'event:another' })
      expect((await violations()).sort()).toEqual([
        `The identifier "acme:1" is in the index twice: for event:${id} and for event:another.`,
        'The identifier "acme:2" is in the index for event:another, without a claim.',
      ])
    })

    it('takes the same identifier of two types of resources for two identifiers', async () => {
      await givenEvent(['acme:1'])
      await plant(keyOf.person('p'), { identifiers: ['acme:1'], owner: 'group:one' })
      await plant(keyOf.identifier('person#group:one', 'acme:1'), { identifier: 'acme:1', holder: 'person:p' })
      expect(await audited()).toMatchObject({ identifiers: 2, violations: [] })
    })

    it('takes the same identifier of people of two owners for two, and reports one that is claimed elsewhere', async () => {
      for (const [id, owner] of [
        ['p', 'group:one'],
        ['q', 'group:two'],
      ] as const) {
        await plant(keyOf.person(id), { identifiers: ['acme:1'], owner })
        await plant(keyOf.identifier(`person#${owner}`, 'acme:1'), { identifier: 'acme:1', holder: `person:${id}` })
      }
      expect(await violations()).toEqual([])
      await set(keyOf.person('q'), 'owner', 'group:three')
      expect((await violations()).sort()).toEqual([
        'The identifier "acme:1" is claimed for person:q, which does not list it.',
        'person:q lists the identifier "acme:1", which has no claim.',
      ])
    })

    it('reports event campaigns and their claims that do not agree', async () => {
      await givenCampaign(['acme:1', 'acme:2'])
      await set(keyOf.campaign(CAMPAIGN), 'identifiers', ['acme:1', 'acme:3'])
      expect((await violations()).sort()).toEqual([
        `The identifier "acme:2" is claimed for event_campaign:${CAMPAIGN}, which does not list it.`,
        `event_campaign:${CAMPAIGN} lists the identifier "acme:3", which has no claim.`,
      ])
    })

    it('reports a claim whose key says something else than its holder', async () => {
      await givenEvent(['acme:1'])
      await set(keyOf.identifier('event', 'acme:1'), 'holder', 'person:p')
      expect(await violations()).toContain(
        'The item identifier#event#acme:1 is no claim of an identifier: its holder is person:p.',
      )
    })

    it('reports identifiers on something that is no resource', async () => {
      await plant({ pk: 'stray', sk: '1' }, { identifiers: ['acme:1'] })
      expect(await violations()).toEqual(['The item stray 1 lists identifiers, but is no resource that has them.'])
    })
  })

  describe('of segments', () => {
    const list = lists.attendancesOf('hot')
    const segment = keyOf.segment(positionAt(list, 1).block, 1)
    const inAll = (id: string) => ({ id, ...modifiedIn('attendances of group:one', { id }) })
    const member = (person: string, value: object) =>
      plant(keyOf.attendance(person, 'hot'), { ...inAll(person), ...value })
    const givenSegment = async (...members: string[]) => {
      await plant(segment, { first: 1, members, creation_counts: { 1: members.length } })
      await plant(list.length, { length: members.length })
    }

    it('finds nothing where every member has its ordinal, and counts pending members', async () => {
      await givenSegment('a', 'b')
      await member('a', { numbered: 1 })
      await member('b', { numbered: 2 })
      await member('c', { [PENDING]: 'attendances 0', since: '2026', waits_for: list.name })
      expect(await audited()).toMatchObject({ members: 2, pending: 1, violations: [] })
    })

    it('counts no email as pending that is planned in the same index', async () => {
      const before = await audited()
      await plant(keyOf.eventMail('e', 'reminder'), dueAttributes('mailing', new Date('2100-01-01')))
      expect(await audited()).toMatchObject({ pending: before.pending, items: before.items + 1 })
    })

    it('reports a member who does not exist, is still pending, or has another ordinal', async () => {
      await givenSegment('a', 'b', 'c')
      await member('b', { [PENDING]: 'attendances 0', since: '2026', waits_for: list.name })
      await member('c', { numbered: 1 })
      expect(await violations()).toEqual([
        `Member 1 of the list "${list.name}" is a, who does not exist.`,
        `Member 2 of the list "${list.name}" is b, who is still pending.`,
        `Member 3 of the list "${list.name}" is c, whose item says 1.`,
      ])
    })

    it('reports segments that overlap, and a segment of a list that has none', async () => {
      await givenSegment('a', 'b')
      await member('a', { numbered: 1 })
      await member('b', { numbered: 2 })
      await plant(keyOf.segment(positionAt(list, 1).block, 2), { first: 2, members: ['b'] })
      expect(await violations()).toContain(`The list "${list.name}" has more than one member 2.`)
      await plant(keyOf.segment('groups#0', 1), { first: 1, members: ['x'] })
      expect((await violations()).join()).toContain('is a segment of the list "groups", which has none.')
    })
  })

  describe('of numbered lists', () => {
    const { eventsOf, eventsOfCampaign, attendancesOf } = lists
    const memberKey = (list: NumberedList, name: string): Key => ({ pk: `member of ${list.name}`, sk: name })
    const givenList = async (list: NumberedList, ...names: string[]) => {
      for (const name of names)
        await append(table, [list], ([position]) => [putNew(table, memberKey(list, name), { name, ...position })])
      return list
    }

    it('reports a gap, a twin and wrong lengths, in every kind of list', async () => {
      const expected: string[] = []
      for (const kindOfList of [(id: string) => eventsOf(`group:${id}`), eventsOfCampaign, attendancesOf]) {
        await givenList(kindOfList('whole'), 'a', 'b', 'c')

        const gap = await givenList(kindOfList('gap'), 'a', 'b', 'c', 'd')
        await remove(memberKey(gap, 'b'))
        await remove(memberKey(gap, 'c'))
        expected.push(`The list "${gap.name}" counts 4 members and lacks members 2 to 3.`)

        const twin = await givenList(kindOfList('twin'), 'a', 'b')
        await plant(memberKey(twin, 'twin'), positionAt(twin, 2))
        expected.push(`The list "${twin.name}" has more than one member 2.`)

        const long = await givenList(kindOfList('long'), 'a')
        await set(long.length, 'length', 2)
        expected.push(`The list "${long.name}" counts 2 members and lacks member 2.`)

        const short = await givenList(kindOfList('short'), 'a', 'b', 'c')
        await set(short.length, 'length', 1)
        expected.push(`The list "${short.name}" counts 1 members and has members 2 to 3 besides.`)

        const uncounted = await givenList(kindOfList('uncounted'), 'a')
        await remove(uncounted.length)
        expected.push(`The list "${uncounted.name}" counts 0 members and has member 1 besides.`)
      }
      expect((await violations()).sort()).toEqual(expected.sort())
    })

    it('reports a member in a block where no page finds it', async () => {
      const list = await givenList(eventsOf(GROUP), 'a')
      await set(memberKey(list, 'a'), 'block', `${list.name}#7`)
      expect(await violations()).toEqual([
        `Member 1 of the list "${list.name}" is in ${list.name}#7, not in ${list.name}#0.`,
      ])
    })

    it('reports an ordinal and a length that are none', async () => {
      const list = await givenList(eventsOf(GROUP), 'a')
      await set(memberKey(list, 'a'), 'ordinal', 0.5)
      await set(list.length, 'length', -3)
      expect(await violations()).toEqual([
        `The item member of ${list.name} a has no position in a list: ` +
          `its block is ${list.name}#0, its ordinal 0.5.`,
        `The list "${list.name}" has the length -3.`,
      ])
    })

    it('reports an event with an ordinal and without a block', async () => {
      await plant(keyOf.action('one'), { ordinal: 1 })
      expect(await violations()).toEqual([
        'The item event#one action has no position in a list: its block is undefined, its ordinal 1.',
      ])
    })

    it('takes ordinals of other kinds for members only where they are in the index of members', async () => {
      await plant(keyOf.webhookMessage('one', 1), { ordinal: 1 })
      expect(await violations()).toEqual([])
      await plant(keyOf.webhookMessage('one', 1), { ordinal: 1, block: 'webhook_messages#one#0' })
      expect(await violations()).toEqual(['The list "webhook_messages#one" counts 0 members and has member 1 besides.'])
    })

    it('reports an enormous length and ordinal without counting up to them', async () => {
      const list = eventsOf(GROUP)
      await plant(memberKey(list, 'far'), positionAt(list, 9_000_000_000_000))
      await set(list.length, 'length', 8_000_000_000_000)
      expect(await violations()).toEqual([
        `The list "${list.name}" counts 8000000000000 members and lacks members 1 to 8000000000000.`,
        `The list "${list.name}" counts 8000000000000 members and has member 9000000000000 besides.`,
      ])
    })
  })
})
