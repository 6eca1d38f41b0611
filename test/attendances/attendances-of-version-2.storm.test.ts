import { describe, expect, it } from 'vitest'
import {
  PUBLIC_URL,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  assignPending,
  violations,
} from '../support/service.js'

const person = (id: string) => `${PUBLIC_URL}/api/v2/people/${id}`
const plain = (id: string, fields: object = {}) => ({
  _links: { 'osdi:person': { href: person(id) } },
  ...fields,
})
const helper = (email: string, fields: object = {}) => ({
  person: { email_addresses: [{ address: email }] },
  ...fields,
})
const totalOf = async (path: string) => (await get(path)).body.total_accepted as number

describe('POST /api/v2/events/{id}/attendances with a person link', () => {
  it('leaves one attendance of forty identical RSVPs at once', async () => {
    const { path } = await givenEvent()
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => post(`${path}/attendances`, plain(demo.group.member))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(idOf)).size).toBe(1)
    await assignPending()
    expect(await totalOf(path)).toBe(1)
    expect((await get(`${path}/attendances`)).body.total_records).toBe(1)
  })
})

describe('the record attendance helper', () => {
  it('keeps 300 people of 300 RSVPs at once, each once, counted exactly', async () => {
    const { path } = await givenEvent()
    const before = (await get('/api/v2/people')).body.total_records as number
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_, i) => post(`${path}/attendances`, helper(`crowd-${i}@example.org`))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    await assignPending()
    expect(await totalOf(path)).toBe(300)
    expect((await get('/api/v2/people')).body.total_records).toBe(before + 300)
    const listed = new Set<string>()
    for (let page = 1; page <= 3; page++)
      for (const each of (await get(`${path}/attendances?per_page=100&page=${page}`)).body._embedded[
        'osdi:attendances'
      ])
        listed.add(each['service:person_id'])
    expect(listed.size).toBe(300)
    expect(await violations()).toEqual([])
  })

  it('leaves one person of twenty RSVPs at once with the same new email', async () => {
    const { path } = await givenEvent()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post(`${path}/attendances`, helper('same@example.org'))),
    )
    expect(new Set(replies.map(({ body }) => body['service:person_id'])).size).toBe(1)
    await assignPending()
    expect(await totalOf(path)).toBe(1)
    expect(await violations()).toEqual([])
  })
})

describe('an event with a limited number of seats', () => {
  it('gives twenty seats to exactly twenty of sixty at once', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 20 })
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, i) => post(`${path}/attendances`, helper(`seat-${i}@example.org`))),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(40)
    await assignPending()
    expect(await totalOf(path)).toBe(20)
    expect((await get(`${path}/attendances`)).body.total_records).toBe(20)
    expect(await violations()).toEqual([])
  })
})
