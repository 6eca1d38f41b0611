import { describe, expect, it } from 'vitest'
import { isIdentifier, isNativeId, splitIdentifiers } from '../../../lib/fields/identifier.js'

describe('an identifier', () => {
  it.each([
    'a:1',
    'acme_2-x:a@b.example',
    'acme:1:2:3',
    'acme:-',
    'acme:with space inside',
    'acme:ünïcode',
    `acme:${'x'.repeat(507)}`,
  ])('may be %j', (text) => expect(isIdentifier(text)).toBe(true))

  it.each([
    '',
    ':',
    'acme',
    'acme:',
    ':1',
    'ac.me:1',
    'ac me:1',
    'acme: 1',
    'acme:1 ',
    'acme:\t',
    'acme:a\u0000',
    'acme:a\u200b',
    `acme:${'x'.repeat(508)}`,
  ])('must not be %j', (text) => expect(isIdentifier(text)).toBe(false))
})

it('the format of native ids takes only a lower-case UUID', () => {
  expect(isNativeId('6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f10')).toBe(true)
  for (const other of ['6F2B8F5E-3C1D-4A7E-9B64-0D5A1C7E2F10', '6f2b8f5e', '', '6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f10 '])
    expect(isNativeId(other)).toBe(false)
})

it('the division of identifiers parts native ones from foreign ones, each of those once', () => {
  expect(splitIdentifiers(['service:x', 'acme:1', 'services:2', 'acme:1'], 'service')).toEqual({
    nativeIds: ['x'],
    foreign: ['acme:1', 'services:2'],
  })
})

it('the reader of native ids takes capitals, also those of the prefix, and leaves what is no UUID', () => {
  const id = '6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f10'
  expect(
    splitIdentifiers([`service:${id.toUpperCase()}`, `Service:${id}`, 'service:X', 'acme:ABC'], 'service'),
  ).toEqual({
    nativeIds: [id, id, 'X'],
    foreign: ['acme:ABC'],
  })
})
