import { describe, expect, it } from 'vitest'
import { en } from '../../../lib/texts/en.js'
import { es } from '../../../lib/texts/es.js'
import { LANGUAGES, catalogues, counted, messagesFor } from '../../../lib/texts/messages.js'

describe('the texts of a language', () => {
  it('are its own, those of the language without its region, or the English ones', () => {
    expect(messagesFor('es')).toEqual({ language: 'es', messages: es })
    expect(messagesFor('es-MX')).toEqual({ language: 'es', messages: es })
    expect(messagesFor('fr')).toEqual({ language: 'en', messages: en })
  })

  it('are there for each language that a reader may choose, by the name that it has of its own', () => {
    const names = [...catalogues.keys()].map((tag) => {
      const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) as string
      return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) }
    })
    expect(LANGUAGES).toEqual(names)
  })

  it('depend on numbers as the language says, and write them as it does', () => {
    expect([1, 2, 0, 12_345].map((count) => counted('en', en.places_left, count))).toEqual([
      '1 place left',
      '2 places left',
      '0 places left',
      '12,345 places left',
    ])
    expect(counted('es', es.places_left, 1)).toBe('Queda 1 plaza')
    expect(counted('es', es.places_left, 12_345)).toBe('Quedan 12.345 plazas')
    expect(counted('pl', en.places_left, 3), 'English has no text for a few').toBe('3 places left')
  })
})
