import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attendanceId } from '../../../lib/attendances/attendance.js'
import { friendCode, readFriendCode } from '../../../lib/attendances/friend-code.js'
import { linkToken, newLinkKey, readLinkToken } from '../../../lib/attendances/links/link-token.js'

const ids = fc.uuid({ version: 4 })
const keys = { current: 2, keys: { 1: newLinkKey(new Date()), 2: newLinkKey(new Date()) } }
const codeOf = (event: string, person: string) => friendCode(keys, { event, id: attendanceId(event, person) })

describe('the code of a friend', () => {
  it('names the person to the service alone, for the same event alone', () => {
    fc.assert(
      fc.property(ids, ids, ids, (event, person, other) => {
        fc.pre(event !== other)
        const code = codeOf(event, person)
        expect(code).toMatch(/^[\w-]{32}$/)
        expect(readFriendCode(keys, event, code)).toEqual({ code, person })
        expect(readFriendCode(keys, other, code)).toBeUndefined()
        const bytes = Buffer.from(code, 'base64url').toString('hex')
        for (const id of [event, person, attendanceId(event, person)])
          expect(bytes).not.toContain(id.replaceAll('-', '').slice(0, 12))
      }),
    )
  })

  it('is the same each time, stays readable after a rotation, and is nothing once its key is revoked', () => {
    const [event, person] = [crypto.randomUUID(), crypto.randomUUID()]
    const code = codeOf(event, person)
    expect(codeOf(event, person)).toBe(code)
    const rotated = { current: 3, keys: { ...keys.keys, 3: newLinkKey(new Date()) } }
    expect(readFriendCode(rotated, event, code)?.person).toBe(person)
    expect(readFriendCode({ current: 3, keys: { 3: rotated.keys[3] } }, event, code)).toBeUndefined()
  })

  it('cannot be made up, changed, or taken for the link of an RSVP', () => {
    const [event, person] = [crypto.randomUUID(), crypto.randomUUID()]
    const bytes = Buffer.from(codeOf(event, person), 'base64url')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] as number) ^ 1
      expect(readFriendCode(keys, event, changed.toString('base64url'))).toBeUndefined()
    }
    const token = linkToken(keys, { event, id: attendanceId(event, person) })
    for (const text of ['', 'x', token, `${bytes.toString('base64url')}=`, '�'.repeat(32)])
      expect(readFriendCode(keys, event, text)).toBeUndefined()
    expect(readLinkToken(keys, bytes.toString('base64url'))).toBeUndefined()
  })
})
