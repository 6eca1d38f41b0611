import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkToken, newLinkKey, readLinkToken, versionAfter } from '../../../lib/attendances/links/link-token.js'

const now = new Date('2026-11-03T12:00:00Z')
const keys = { current: 1, keys: { 1: newLinkKey(now) } }
const attendance = {
  id: 'd636eec2-4748-8628-8977-5bb82a631e03',
  event: 'a7b4fd10-1bb0-4b05-a2c1-521917abef45',
}

describe('the token of an attendance', () => {
  it('leads to the attendance, of any event and person', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (id, event) => {
        expect(readLinkToken(keys, linkToken(keys, { id, event }))).toEqual({ id, event })
      }),
    )
  })

  it('is the same each time, and may stand in an address as it is', () => {
    expect(linkToken(keys, attendance)).toBe(linkToken(keys, attendance))
    expect(linkToken(keys, attendance)).toMatch(/^[\w-]{66}$/)
  })

  it('is invalid with any bit changed, cut off or added', () => {
    const token = linkToken(keys, attendance)
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(readLinkToken(keys, changed.toString('base64url'))).toBeUndefined()
    }
    for (const other of ['', token.slice(1), token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`])
      expect(readLinkToken(keys, other)).toBeUndefined()
  })

  it('has one spelling', () => {
    const token = linkToken(keys, attendance)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings = Array.from(alphabet).filter((last) => readLinkToken(keys, token.slice(0, -1) + last))
    expect(spellings).toEqual([token.at(-1)])
    expect(readLinkToken(keys, token.replaceAll('-', '+').replaceAll('_', '/') + '==')).toBeUndefined()
  })

  it('stays valid after a rotation, and is invalid once its key is revoked', () => {
    const token = linkToken(keys, attendance)
    const rotated = { current: 2, keys: { ...keys.keys, 2: newLinkKey(now) } }
    expect(linkToken(rotated, attendance)).not.toBe(token)
    expect(readLinkToken(rotated, token)).toEqual(attendance)
    const { 1: _revoked, ...left } = rotated.keys
    expect(readLinkToken({ current: 2, keys: left }, token)).toBeUndefined()
    expect(readLinkToken({ current: 2, keys: { ...left, 1: newLinkKey(now) } }, token)).toBeUndefined()
  })
})

it('the versions of a key fit into a byte', () => {
  expect([versionAfter(1), versionAfter(254), versionAfter(255)]).toEqual([2, 255, 1])
})
