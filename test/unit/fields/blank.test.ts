import { expect, it } from 'vitest'
import { isBlank } from '../../../lib/fields/values.js'

it.each(['', ' \n\t', '\u{a0}', '\u{200b}', '\u{2060}\u{feff}', '\u{202a} \u{202c}', '\u{3164}', '\u{2800}', '\u{ad}'])(
  'a text of invisible characters shows nothing: %j',
  (text) => {
    expect(isBlank(text)).toBe(true)
  },
)

it.each(['a', '\u{200b}a', '0', '👍🏽', 'שלום', '\u{200f}ا'])('a text with a letter or a sign shows it: %j', (text) => {
  expect(isBlank(text)).toBe(false)
})
