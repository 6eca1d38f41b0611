import { expect, it } from 'vitest'
import { signInAddress } from '../../../lib/access/sign-in-address.js'
import { isFresh } from '../../../lib/sign-in/sign-in.js'

const session = { id: '1', address: 'a@example.org', signed_in_date: '2030-01-01T12:00:00.000Z', expires: 0 }

it('a sign-in is recent for fifteen minutes', () => {
  expect(isFresh(session, new Date('2030-01-01T12:15:00.000Z'))).toBe(true)
  expect(isFresh(session, new Date('2030-01-01T12:15:00.001Z'))).toBe(false)
})

it('a sign-in compares addresses without case and surrounding spaces', () => {
  expect(signInAddress(' Ada@Example.org ')).toBe('ada@example.org')
})
