import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isTaken } from '../../lib/mail/mail-request.js'
import type { Leased, MessageMailing } from '../../lib/mail/mailing.js'
import { mailStore } from '../../lib/mail/store/mail-store.js'
import { mailingStore } from '../../lib/mail/store/mailing-store.js'
import { openTable } from '../../lib/table/table.js'
import { first, requests, startFaultyDynamoDb } from '../support/engine/faults.js'
import { freshTable } from '../support/engine/tables.js'

const { endpoint, tableName } = await freshTable()
const dynamodb = await startFaultyDynamoDb(endpoint)
const table = openTable({ tableName, dynamodbEndpoint: dynamodb.endpoint })
afterAll(() => dynamodb.close())
beforeEach(() => {
  dynamodb.calm()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

const now = new Date()
const mails = mailStore(table)
const mailings = mailingStore(table)
const request = { kind: 'sign-in' as const, address: 'ada@example.org', language: 'en' }

async function givenMailing(): Promise<string> {
  const id = randomUUID()
  const message: MessageMailing = {
    id,
    owner: 'group:one',
    kind: 'message',
    position: 0,
    sent: 0,
    total: 5,
    subject: 'Hello',
    html: '<p>Hello</p>',
    query: randomUUID(),
    result: randomUUID(),
    status: 'sending',
    due_date: now.toISOString(),
    created_date: now.toISOString(),
  }
  await mailings.create(message)
  return id
}

describe.each(['lost answer', 'fault after'] as const)('after a %s', (trouble) => {
  const loseNextUpdate = (of: string) => dynamodb.troubles(first(1, trouble, requests('UpdateItem', of)))

  it('a process knows its claim of an email, and another one finds it taken', async () => {
    const id = randomUUID()
    loseNextUpdate(id)
    expect(await mails.claim(id, request, 'one', now)).toEqual({ attempts: 1, by: 'one' })
    expect(isTaken(await mails.claim(id, request, 'other', now))).toBe(true)
  })

  it('a process knows its lease of a mailing, and another one finds it taken', async () => {
    const id = await givenMailing()
    loseNextUpdate(id)
    expect(await mailings.lease(id, now)).toMatchObject({ mailing: { id, position: 0 } })
    expect(isTaken(await mailings.lease(id, now))).toBe(true)
  })

  it('a page is counted once, and its process goes on', async () => {
    const id = await givenMailing()
    const leased = (await mailings.lease(id, now)) as Leased
    loseNextUpdate(id)
    expect(await mailings.advance(leased, { position: 3, sent: 2, refused: 1 }, now)).toBe(true)
    expect(await mailings.find(id)).toMatchObject({ position: 3, sent: 2, refused: 1 })
  })
})

describe('a page of a mailing', () => {
  it('is not counted by a process whose lease another one has', async () => {
    const id = await givenMailing()
    const leased = (await mailings.lease(id, now)) as Leased
    const later = new Date(now.getTime() + 60_000)
    expect(isTaken(await mailings.lease(id, later))).toBe(false)
    expect(await mailings.renew(leased, later)).toBe(false)
    expect(await mailings.advance(leased, { position: 3, sent: 2, refused: 0 }, later)).toBe(false)
    expect(await mailings.find(id)).toMatchObject({ position: 0, sent: 0 })
  })
})
