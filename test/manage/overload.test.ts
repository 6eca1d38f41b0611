import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newResult } from '../../lib/targeting/query-result.js'
import { queryStore } from '../../lib/targeting/store/query-store.js'
import { resultStore } from '../../lib/targeting/store/result-store.js'
import { computeWaiting } from '../../lib/app/computing.js'
import { keyOf } from '../../lib/table/table.js'
import { fieldsOf } from '../support/clients/import-page.js'
import { type Browser, type Shown, signedInAs } from '../support/clients/organizer.js'
import { type FaultyDynamoDb, inOrder, requests, startFaultyDynamoDb } from '../support/engine/faults.js'
import { address, assignPending, demo, get, givenEvent, post, service, table, useDynamoDb } from '../support/service.js'
import { has } from '../support/rooms.js'

/* The interface where a table is busy, or a count takes long: pages say what is known, and where the rest will be. */

const { group } = demo
const owner = `group:${group.id}` as const
const base = `/manage/${group.id}`

let organizer: Browser
let dynamodb: FaultyDynamoDb
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  dynamodb = await startFaultyDynamoDb(address.endpoint)
  useDynamoDb(dynamodb.endpoint)
})
beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => dynamodb.calm())
afterAll(() => dynamodb.close())

const person = (name: string) => ({ person: { email_addresses: [{ address: `${name}@overload.example` }] } })

async function givenQuery() {
  const { path, id } = await givenEvent({ title: 'Counted' })
  await post(`${path}/attendances`, person('ana'))
  const { headers } = await organizer.send(`${base}/targeting/new`, {
    title: 'Who came',
    [`action ${id}`]: 'include',
  })
  const page = headers['location'] as string
  const query = await queryStore(table).find(owner, page.split('/').at(-1) as string)
  return { path, page, query }
}

describe('a query whose people are counted in the queue', () => {
  it('says so, keeps what was found before, and shows the new count when it is there', async () => {
    const { path, page, query } = await givenQuery()
    await post(`${path}/attendances`, person('ben'))
    await assignPending()
    const result = newResult(query, randomUUID(), new Date(Date.now() + 1))
    await resultStore(table).begin(query, result, true)
    const under = await organizer.open(page)
    expect(under.headers['refresh']).toBe('3')
    expect(under.html).toContain('Counting people')
    expect(under.html).toContain('<dd>1</dd>')
    await computeWaiting(service, { ...keyOf.result(query.id, result.id), waits_for_people: owner })
    const counted = await organizer.open(page)
    expect(counted.headers['refresh']).toBeUndefined()
    expect(counted.html).not.toContain('Counting people')
    expect(counted.html).toContain('<dd>2</dd>')
  })

  it('is not begun twice by a button that is pressed twice', async () => {
    const { page, query } = await givenQuery()
    const result = newResult(query, randomUUID(), new Date(Date.now() + 1))
    await resultStore(table).begin(query, result, true)
    expect((await organizer.send(`${page}/run`)).status).toBe(303)
    expect((await resultStore(table).list(query.id, { page: 1, per_page: 9 })).total_records).toBe(2)
  })

  it('says when a count was not finished', async () => {
    const { page, query } = await givenQuery()
    const result = newResult(query, randomUUID(), new Date(Date.now() + 1))
    await resultStore(table).begin(query, { ...result, status: 'failed' }, false)
    expect((await organizer.open(page)).html).toContain('The last count didn’t finish')
  })
})

describe('a form whose outcome is not known', () => {
  it('leads to the page where it shows, and is done once when it is sent again', async () => {
    const fields = { draft: randomUUID(), title: 'Perhaps saved' }
    const { id, path } = await givenEvent({ title: 'Perhaps' })
    await post(`${path}/attendances`, person('cleo'))
    dynamodb.troubles(
      inOrder(['lost answer', 'throttled', 'throttled', 'throttled'], requests('TransactWriteItems', 'Perhaps saved')),
    )
    const send = () => organizer.send(`${base}/targeting/new`, { ...fields, [`action ${id}`]: 'include' })
    const lost = await send()
    expect(lost.status).toBe(503)
    expect(lost.html).toContain('may be saved already')
    expect(lost.html).toContain(`href="${base}/targeting"`)
    dynamodb.calm()
    expect((await send()).status).toBe(303)
    expect((await organizer.open(`${base}/targeting`)).html.match(/Perhaps saved/g)).toHaveLength(1)
  })

  it('says that nothing was done where that is known', async () => {
    const { id, path } = await givenEvent({ title: 'Never' })
    await post(`${path}/attendances`, person('dan'))
    dynamodb.troubles(({ body }) => (body.includes('Never saved') ? 'throttled' : undefined))
    const fields = { title: 'Never saved', [`action ${id}`]: 'include' }
    const { status, html } = await organizer.send(`${base}/targeting/new`, fields)
    expect([status, html.includes('Nothing is lost')]).toEqual([503, true])
  })
})

describe.runIf(has('imports'))('an import while the table is busy', () => {
  it('says that rows may be recorded, and goes on from there with each person once', async () => {
    const { path, id } = await givenEvent({ title: 'Imported while busy' })
    const text = 'Email\nzoe@busy.example\nmax@busy.example\n'
    const upload = new File([text], 'file.csv', { type: 'text/csv' })
    const checked = await organizer.upload(`${base}/import`, { kind: 'attendances', event: id, upload })
    dynamodb.troubles(({ action, body }) =>
      action === 'TransactWriteItems' && body.includes('max@busy.example') ? 'throttled' : undefined,
    )
    const send = (page: Shown) => organizer.send(`${base}/import`, { ...fieldsOf(page), action: 'import' })
    const busy = await send(checked)
    expect([busy.status, busy.html.includes('The service was busy')]).toEqual([200, true])
    expect(busy.html).toContain('0 of 2 rows done.')
    dynamodb.calm()
    expect((await send(busy)).html).toContain('2 rows imported.')
    await assignPending()
    expect((await get(`${path}/attendances`)).body.total_records).toBe(2)
  })
})
