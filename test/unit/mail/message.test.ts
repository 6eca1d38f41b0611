import { describe, expect, it } from 'vitest'
import { requireMessage } from '../../../lib/mail/message.js'

describe('the text of a message', () => {
  it.each(['', '<p></p>', '<p>{greeting}</p>\n', '<p>{greeting}<br>{given_name}</p>'])(
    'is refused where nothing was typed beside what the form has: %j',
    (html) => {
      expect(() => requireMessage({ subject: 'Soon', html })).toThrow('html must say something')
    },
  )

  it.each([
    '<p>{greeting}</p><p>See you!</p>',
    '<p>See you</p>',
    '<p><img src="https://example.org/map.png" alt=""></p>',
  ])('is taken with a word or a picture: %s', (html) => {
    expect(() => requireMessage({ subject: 'Soon', html })).not.toThrow()
  })
})
