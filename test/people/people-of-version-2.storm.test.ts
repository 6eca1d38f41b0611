import { describe, expect, it } from 'vitest'
import { get, idOf, post, assignPending } from '../support/service.js'

const PEOPLE = '/api/v2/people'
const byEmail = (address: string, fields: object = {}) => ({
  person: { email_addresses: [{ address }], ...fields },
})
const byPhone = (number: string, fields: object = {}) => ({
  person: { phone_numbers: [{ number }], ...fields },
})
const countOf = async () => (await get(PEOPLE)).body.total_records as number

describe('POST /api/v2/people, the person signup helper', () => {
  it('leaves one person of twenty requests at once with the same new email, or the same new number', async () => {
    const before = await countOf()
    for (const body of [byEmail('raced@example.org'), byPhone('2025550199')]) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) => post(PEOPLE, { person: { ...body.person, given_name: `N${i}` } })),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(replies.map(idOf)).size).toBe(1)
    }
    await assignPending()
    expect(await countOf()).toBe(before + 2)
  })
})
