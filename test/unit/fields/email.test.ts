import { describe, expect, it } from 'vitest'
import { safeParse } from 'valibot'
import { comparableEmail } from '../../../lib/fields/email-address.js'
import { email } from '../../../lib/fields/values.js'

describe('addresses of one mailbox', () => {
  it.each([
    ['kim@münchen.example', 'kim@xn--mnchen-3ya.example'],
    ['Kim@MÜNCHEN.example', 'kim@mu\u0308nchen.example'],
    ['josé@example.org', 'jose\u0301@example.org'],
    ['kim@例え.jp', 'kim@xn--r8jz45g.jp'],
    ['kim@bücher.example', 'kim@xn--bcher-kva.example'],
    ['kim@ｅｘａｍｐｌｅ.org', 'kim@example.org'],
    ['kim@example。org', 'kim@example.org'],
  ])('%s and %s', (one, other) => {
    expect(comparableEmail(one)).toBe(comparableEmail(other))
  })

  it.each([
    ['kim@munchen.example', 'kim@münchen.example'],
    ['jose@example.org', 'josé@example.org'],
    ['k.im@example.org', 'kim@example.org'],
    ['kim@straße.example', 'kim@strasse.example'],
    ['kim@xn--munchen.example', 'kim@munchen.example'],
    ['kim@bücher.example', 'kim@buecher.example'],
  ])('are not %s and %s', (one, other) => {
    expect(comparableEmail(one)).not.toBe(comparableEmail(other))
  })
})

describe('an address as it is sent', () => {
  it.each([
    ['kim@exa\u200bmple.org', 'kim@example.org'],
    ['\ufeffkim@example.org\u00a0', 'kim@example.org'],
    ['\u202akim@example.org\u202c', 'kim@example.org'],
    ['<kim@example.org>', 'kim@example.org'],
    ['Kim Lee <Kim@example.org>', 'Kim@example.org'],
    ['mailto:kim@example.org', 'kim@example.org'],
    ['mailto:kim@example.org?subject=Hi', 'kim@example.org'],
    ['jose\u0301@example.org', 'josé@example.org'],
  ])('%j is kept as %s', (sent, kept) => {
    expect(safeParse(email, sent).output).toBe(kept)
  })

  it.each(['kim@b,org', 'kim@example.org, lee@example.org', 'kim@example.org;lee@example.org', 'kim', '\u200b@\u200b'])(
    '%j is refused',
    (sent) => expect(safeParse(email, sent).success).toBe(false),
  )
})
