import { describe, expect, it } from 'vitest'
import { namesInMails } from '../../../lib/mail/names-in-mails.js'

describe('the names of a person in emails', () => {
  it.each(['Ada', 'Anne-Marie', "O'Neil", 'María José', 'J. R.', 'Martin Luther, Jr.', '李小龙', 'X'.repeat(40)])(
    'have %j',
    (given_name) => expect(namesInMails({ given_name, family_name: undefined }).given_name).toBe(given_name),
  )

  it.each([
    'https://evil.example',
    'evil.example',
    'www.evil.example',
    'go to evil.example/now',
    'mail me@evil',
    'tel:+1900',
    'evil\\share',
    'ｅｖｉｌ．example',
    'evil。example',
    'evil\u200b.example',
    'e.v',
    'हिन्दी.com',
    'ไทยดี.com',
    'x́.com',
    'ex🙂.com',
    'x.भारत',
    'evil\u3164.com',
    'X'.repeat(41),
    'https:／／x',
  ])('have nothing of %j', (text) => {
    expect(namesInMails({ given_name: text, family_name: text })).toEqual({ given_name: '', name: '' })
  })

  it.each([
    ['+1 900 555 0100', 'Z'],
    ['or dial', '9005550100'],
    ['+1 900', '555 0100'],
  ])('have no number that a phone would call: %s %s', (given_name, family_name) =>
    expect(namesInMails({ given_name, family_name }).name).not.toMatch(/555/),
  )

  it('are one line, and the one that is a name stays', () => {
    expect(namesInMails({ given_name: ' Ada\r\nBcc ', family_name: 'evil.example' })).toEqual({
      given_name: 'Ada Bcc',
      name: 'Ada Bcc',
    })
    expect(namesInMails({ given_name: undefined, family_name: 'Lovelace' }).name).toBe('Lovelace')
  })
})
