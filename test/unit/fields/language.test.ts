import { describe, expect, it } from 'vitest'
import { directionOf, isLanguage, spelledLanguage } from '../../../lib/fields/language.js'

describe('a language', () => {
  it.each(['en', 'es-MX', 'pt-br', 'zh-Hant-TW', 'haw', 'en-XA'])('may be %s', (tag) => {
    expect(isLanguage(tag)).toBe(true)
  })

  it.each(['', 'e', 'english', 'en_US', 'en-', '*', 'i-klingon-x', `en-${'a1b2c3d4-'.repeat(5)}x`, '"><b>'])(
    'is not %s',
    (tag) => {
      expect(isLanguage(tag)).toBe(false)
    },
  )

  it('is spelled as the standard does', () => {
    expect(['pt-br', 'ZH-hant-tw', 'EN'].map(spelledLanguage)).toEqual(['pt-BR', 'zh-Hant-TW', 'en'])
  })

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa', 'rtl'],
    ['ur', 'rtl'],
    ['ar-Latn', 'ltr'],
    ['pa-Arab', 'rtl'],
    ['en', 'ltr'],
    ['en-Arab', 'rtl'],
    ['en-US', 'ltr'],
    ['es', 'ltr'],
    ['es-MX', 'ltr'],
    ['es-Arab', 'rtl'],
    ['ja', 'ltr'],
  ])('%s is written %s', (tag, direction) => {
    expect(directionOf(tag)).toBe(direction)
  })
})
