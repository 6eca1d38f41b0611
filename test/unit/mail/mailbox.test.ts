import { describe, expect, it } from 'vitest'
import { mailboxOf } from '../../../lib/mail/mailbox.js'

describe('the mailbox', () => {
  it.each([
    ['Ada@Example.org', 'ada@example.org'],
    ['ada+1@example.org', 'ada@example.org'],
    ['ada+1+2@example.org', 'ada@example.org'],
    ['+ada@example.org', '+ada@example.org'],
    ['a.d.a@example.org', 'a.d.a@example.org'],
    ['A.d.a+x@Gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada+1@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ])('of %s is %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
})
