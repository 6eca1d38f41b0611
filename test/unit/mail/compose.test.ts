import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import { compose } from '../../../lib/mail/sending/compose.js'

it.each(['=?utf-8?q?Your_account_is_closed?=', '=?UTF-8?B?RXZpbA==?=', 'a =?x?q?=41?= b =?x?q?=42?='])(
  'the words of a header are those that were typed, also where they look like encoded ones: %j',
  async (typed) => {
    const mail = { id: '1', kind: 'test', from_name: typed, to: { name: typed, address: 'to@mail.example' } }
    const { raw } = await compose({ ...mail, subject: typed, text: 'x', html: 'x' }, 'T <t@mail.example>')
    const parsed = await simpleParser(raw)
    const written = typed.replaceAll('=?', '= ?')
    const to = Array.isArray(parsed.to) ? parsed.to[0] : parsed.to
    expect([parsed.subject, parsed.from?.value[0]?.name, to?.value[0]?.name]).toEqual([written, written, written])
  },
)
