import { describe, expect, it } from 'vitest'
import * as ar from '../../../lib/texts/ar.json'
import * as en from '../../../lib/texts/en.json'
import * as es from '../../../lib/texts/es.json'
import * as nb from '../../../lib/texts/nb.json'
import { LANGUAGES, catalog, counted, messagesFor } from '../../../lib/texts/messages.js'

describe('the texts of a language', () => {
  it('are its own, those of the language without its region, or the English ones', () => {
    expect(messagesFor('es')).toEqual({ language: 'es', messages: es.event })
    expect(messagesFor('es-MX')).toEqual({ language: 'es', messages: es.event })
    expect(messagesFor('no')).toEqual({ language: 'nb', messages: nb.event })
    expect(messagesFor('nn-NO')).toEqual({ language: 'nb', messages: nb.event })
    expect(messagesFor('fr')).toEqual({ language: 'en', messages: en.event })
  })

  it('are there for each language that a reader may choose, by the name that it has of its own', () => {
    const names = Object.keys(catalog).map((tag) => {
      const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) as string
      return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) }
    })
    expect(LANGUAGES).toEqual(names)
  })

  it('depend on numbers as the language says, and write them as it does', () => {
    expect([1, 2, 0, 12_345].map((count) => counted('en', en.event.places_left, count))).toEqual([
      '1 spot left',
      '2 spots left',
      '0 spots left',
      '12,345 spots left',
    ])
    expect(counted('es', es.event.places_left, 1)).toBe('Queda 1 plaza')
    expect(counted('es', es.event.places_left, 12_345)).toBe('Quedan 12.345 plazas')
    expect(counted('pl', en.event.places_left, 3), 'English has no text for a few').toBe('3 spots left')
  })

  it('have the names of the English ones, in their order, and fill in the same', () => {
    for (const texts of [es, ar, nb]) expect(shapeOf(texts)).toEqual(shapeOf(en))
  })
})

/** The name of each text with what it fills in, each name once. Plurals and paragraphs count as one text. */
function shapeOf(texts: unknown, name = ''): string[] {
  const isText = typeof texts === 'string' || Array.isArray(texts) || Object.hasOwn(texts as object, 'other')
  if (!isText) return Object.entries(texts as object).flatMap(([key, each]) => shapeOf(each, `${name}.${key}`))
  const filled = [...JSON.stringify(texts).matchAll(/\{\w+\}/g)].map(String)
  return [`${name} ${[...new Set(filled)].toSorted().join(' ')}`]
}
