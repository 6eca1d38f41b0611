import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Owner } from '../../../lib/runtime/owner.js'
import { newTag } from '../../../lib/tags/tag.js'
import { createTag } from '../../../lib/tags/store/write-tags.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { deleteItem, putNew, writeAlone } from '../../../lib/table/transaction.js'
import type { Webhook } from '../../../lib/webhooks/webhook.js'
import { IN_FORCE_AFTER_MS, heardByWebhooks } from '../../../lib/webhooks/store/interests.js'
import { freshTable } from '../../support/engine/tables.js'

const OWNER: Owner = 'group:one'
const OTHER: Owner = 'group:two'

let table: Table
let heard: ReturnType<typeof heardByWebhooks>

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  heard = heardByWebhooks(table)
})

const write = (key: { pk: string; sk: string }, value: object) => writeAlone(table, () => [putNew(table, key, value)])

const givenWebhook = async (more: Partial<Webhook>) => {
  const id = randomUUID()
  const webhook = { id, owner: OWNER, types: ['*'], enabled: true, ...more }
  await write(keyOf.webhook(webhook.owner, id), webhook)
  return keyOf.webhook(webhook.owner, id)
}
const givenEvent = async (more: object = {}) => {
  const id = randomUUID()
  await write(keyOf.event(id), { id, owner: OWNER, ...more })
  return id
}
const rsvpOf = (event: string) => keyOf.attendance(randomUUID(), event)
const isHeard = async (change: { pk: string; sk: string; owner?: Owner; tag?: string }) =>
  (await heard([change])).length === 1

describe('the changes that webhooks hear of', () => {
  it('are those of the kinds that a webhook of the owner takes', async () => {
    await givenWebhook({ types: ['person.changed', 'attendance.created'] })
    await givenWebhook({ types: ['event.changed'], enabled: false })
    const event = await givenEvent()
    expect(await isHeard({ ...keyOf.person('1'), owner: OWNER })).toBe(true)
    expect(await isHeard({ ...keyOf.person('1'), owner: OTHER })).toBe(false)
    expect(await isHeard({ ...keyOf.event(event), owner: OWNER })).toBe(false)
    expect(await isHeard(rsvpOf(event))).toBe(true)
    expect(await isHeard(rsvpOf(await givenEvent({ owner: OTHER })))).toBe(false)
    expect(await isHeard(rsvpOf('gone'))).toBe(false)
  })

  it('are taggings of a tag of the owner', async () => {
    await givenWebhook({ types: ['tagging.deleted'] })
    const [own, other] = [newTag(OWNER, { name: 'a' }, new Date()), newTag(OTHER, { name: 'a' }, new Date())]
    for (const tag of [own, other]) await createTag(table, tag)
    expect(await isHeard({ ...keyOf.tagging(own.id, 'f'), tag: own.id })).toBe(true)
    expect(await isHeard({ ...keyOf.tagging(other.id, 'f'), tag: other.id })).toBe(false)
  })

  it('are of the one event to which a webhook is restricted', async () => {
    const [event, another] = [await givenEvent(), await givenEvent()]
    await givenWebhook({ event })
    expect(await isHeard(rsvpOf(event))).toBe(true)
    expect(await isHeard({ ...keyOf.event(event), owner: OWNER })).toBe(true)
    expect(await isHeard(rsvpOf(another))).toBe(false)
    expect(await isHeard({ ...keyOf.person('1'), owner: OWNER })).toBe(false)
  })

  it('are of events of others in the campaign of a webhook', async () => {
    await write(keyOf.campaign('c'), { id: 'c', owner: OTHER })
    const event = await givenEvent({ event_campaign_id: 'c' })
    await givenWebhook({ owner: OTHER, event_campaign: 'c' })
    expect(await isHeard(rsvpOf(event))).toBe(true)
    expect(await isHeard(rsvpOf(await givenEvent()))).toBe(false)
    expect(await isHeard({ ...keyOf.event(event), owner: OWNER })).toBe(false)
    expect(await isHeard({ ...keyOf.campaign('c'), owner: OTHER })).toBe(true)
  })

  it('cost a read of the event and of the webhooks, however many they are', async () => {
    await givenWebhook({})
    const event = await givenEvent()
    const { read } = { ...table.consumedCapacity }
    const changes = Array.from({ length: 300 }, () => rsvpOf(event))
    expect(await heard(changes)).toEqual(changes)
    expect(table.consumedCapacity.read - read).toBe(2)
  })

  it('are heard of by a new webhook before it says that it is in force, and no longer by one that is gone', async () => {
    const change = { ...keyOf.person('1'), owner: OWNER }
    expect(await isHeard(change)).toBe(false)
    const key = await givenWebhook({})
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + IN_FORCE_AFTER_MS })
    expect(await isHeard(change)).toBe(true)
    await deleteItem(table, key)
    vi.setSystemTime(Date.now() + IN_FORCE_AFTER_MS)
    expect(await isHeard(change)).toBe(false)
    vi.useRealTimers()
  })

  it('are asked for again where the table did not answer, and where an event came later', async () => {
    await givenWebhook({})
    const send = table.client.send.bind(table.client)
    table.client.send = () => Promise.reject(new Error('away'))
    const change = { ...keyOf.person('1'), owner: OWNER }
    await expect(heard([change])).rejects.toThrow('away')
    table.client.send = send
    expect(await isHeard(change)).toBe(true)
    expect(await isHeard(rsvpOf('late'))).toBe(false)
    await write(keyOf.event('late'), { id: 'late', owner: OWNER })
    expect(await isHeard(rsvpOf('late'))).toBe(true)
  })
})
