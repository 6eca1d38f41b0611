import { describe, expect, it } from 'vitest'
import { mergedPeople } from '../../../lib/merging/merged-person.js'
import { blankPerson } from '../../../lib/people/person.js'

const NOW = new Date('2026-11-27T12:00:00Z')
const person = (id: string, notes?: string) => ({ ...blankPerson(id, 'group:g', NOW), ...(notes && { notes }) })

describe('the email of two people who are merged', () => {
  const subscribed = {
    email_addresses: [{ primary: true as const, address: 'a@example.org', status: 'subscribed' as const }],
  }

  it.each([
    ['of the one who stays', subscribed, undefined],
    ['of the one who goes', {}, true],
  ])('says how it came onto the list: that %s', (_, fields, without_box) => {
    const other = { ...person('other'), ...subscribed, without_box: true as const }
    expect(mergedPeople({ keep: { ...person('keep'), ...fields }, other }, NOW).keep.without_box).toBe(without_box)
  })
})

describe('the notes of two people who are merged', () => {
  it.each([
    ['of both, the one who stays first', 'Has a van', 'Speaks Urdu', 'Has a van\nSpeaks Urdu'],
    ['of the one who goes', undefined, 'Speaks Urdu', 'Speaks Urdu'],
    ['up to the limit', 'a'.repeat(1_999), 'bcd', `${'a'.repeat(1_999)}\n`],
    ['none where there are none', undefined, undefined, undefined],
  ])('stay: %s', (_, kept, other, notes) => {
    const merged = mergedPeople({ keep: person('keep', kept), other: person('other', other) }, NOW)
    expect([merged.keep.notes, merged.other.notes]).toEqual([notes, undefined])
  })
})
