import { describe, expect, it } from 'vitest'
import { messageHtml } from '../../../lib/hosting/message-html.js'
import { faultsOfLinks, withoutLinks } from '../../../lib/mail/strangers-text.js'

const isRefused = (typed: string) => faultsOfLinks({ message: `${typed}\n${messageHtml(typed)}` }).length > 0

describe('a message of a stranger', () => {
  it.each([
    'https://evil.com',
    '[this](//evil.com/join)',
    'evil．com',
    'see http:{}//evil.{}com/x now',
    'evil{}.com',
    '[click](http&#58;//evil&#46;com)',
    'evil\\.com',
    'ev**il.c**om',
    'e&#118;il&#x2e;com',
    'evil.&#8203;com',
    'हिन्दी.com',
    'ไทยดี.com',
    'x́.com',
    'ex🙂.com',
    'x.भारत',
    'evil\u200b.com',
    'evil\u3164.com',
    'evil.\u0001com',
    'me@evil',
    'tel:+12025550100',
    'mailto:me',
    '\\\\\\\\evil\\\\share',
    '1.2.3.4',
    '<a href="x">y</a>',
  ])('has a link by %j', (typed) => expect(isRefused(typed)).toBe(true))

  it.each([
    "St. Paul's at 5 p.m.",
    'Wait ... what?',
    'Bring bowls & spoons, **all** of you.',
    '1. Soup\n2. Calls',
    'At 5:30, or 6.30',
    'R&D; (see above).',
    'Done.\nThanks.',
  ])('has none by %j', (typed) => expect(isRefused(typed)).toBe(false))

  it('has no variable, and no reference to a character becomes one', () =>
    expect(messageHtml('Hi {given_name} &#123;group&#125; &lbrace;group&rbrace; & evil&period;com')).toBe(
      '<p>Hi given_name &amp;#123;group&amp;#125; &amp;lbrace;group&amp;rbrace; &amp; evil&amp;period;com</p>',
    ))

  it('is looked at in a time that grows with its length', () =>
    expect(withoutLinks('x'.repeat(1_000_000))).toHaveLength(1_000_000))
})
