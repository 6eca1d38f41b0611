import fc from 'fast-check'
import { anyCharacter } from '../../support/characters.js'
import { describe, expect, it } from 'vitest'
import {
  type Described,
  isSlug,
  slugFaults,
  slugOf,
  slugOfDay,
  slugsFor,
  typedSlug,
  withSlug,
} from '../../../lib/resources/slug.js'

const ID = '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b'
const event = (title: string, more: Partial<Described> = {}): Described => ({ id: ID, title, ...more })
const wordOf = (slug: string) => slugFaults(slug)[0]?.error_code

describe('the words of a title in an address', () => {
  it.each([
    ['Spring Rally!', 'spring-rally'],
    ['  Ana’s  big -- day ', 'anas-big-day'],
    ['Marche pour l’été à Québec', 'marche-pour-lete-a-quebec'],
    ['Straße & Ærø, Łódź', 'strasse-aero-lodz'],
    ['ＳＰＲＩＮＧ ①', 'spring-1'],
    ['🎉🎉🎉', ''],
    ['مسيرة الربيع', ''],
    ['\u202Ellar gnirpS', 'llar-gnirps'],
    ['../../manage?x=1#y', 'manage-x-1-y'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
  ])('of %j are %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })

  it('are at most 60 letters, and end with a word', () => {
    expect(slugOf('march '.repeat(50))).toBe('march-'.repeat(10).slice(0, -1))
    expect(slugOf('a'.repeat(300))).toBe('a'.repeat(60))
  })
})

describe('the addresses of a page', () => {
  it('add the town, the day and a part of the id, for pages of one title', () => {
    const more = { start_date: '2027-03-04T18:00:00', location: { locality: 'St. Louis' } }
    expect(slugsFor('event', event('Spring Rally', more))).toEqual([
      'spring-rally',
      'spring-rally-st-louis',
      'spring-rally-2027-03-04',
      'spring-rally-6f1c2a345b',
    ])
  })

  it('do without a title that has no letters for them, or is a word of the service', () => {
    expect(slugsFor('event', event('🎉'))).toEqual(['event-6f1c2a345b'])
    expect(slugsFor('event_campaign', event('ربيع'))).toEqual(['campaign-6f1c2a345b'])
    expect(slugsFor('event', event('New'))).toEqual(['event-6f1c2a345b'])
  })

  it('are valid whatever the title, the place and the date are, and there always is one', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 300 })
    fc.assert(
      fc.property(text, text, fc.option(fc.constant('2027-03-04'), { nil: undefined }), (title, town, day) => {
        const all = slugsFor('event', event(title, { start_date: day, location: { locality: town } }))
        return all.length > 0 && all.every((each) => isSlug(each) && slugFaults(each).length === 0)
      }),
    )
  })
})

describe('an address that an organizer types', () => {
  it('may be pasted as a whole link', () => {
    expect(typedSlug(' https://events.example.org/e/Spring-Rally/?source=x#y ')).toBe('spring-rally')
  })

  it.each(['ab', 'a--b', '-ab', 'über-uns', 'a b c', 'a'.repeat(61), ID])('is refused as %j', (typed) => {
    expect(wordOf(typed)).toBe('malformed')
  })

  it('is no word of the service', () => {
    expect(wordOf('admin')).toBe('reserved')
    expect(slugFaults('')).toEqual([])
  })
})

describe('a page with another address', () => {
  const given = { taken: [], isKnown: true }

  it('keeps the one that people know', () => {
    const first = withSlug('event', event('Spring Rally'), '', given)
    const second = withSlug('event', first, 'rally-2027', given)
    expect(second).toMatchObject({ slug: 'rally-2027', former_slugs: ['spring-rally'] })
    const again = withSlug('event', second, 'spring-rally', given)
    expect(again).toMatchObject({ slug: 'spring-rally', former_slugs: ['rally-2027'] })
  })

  it('keeps none of a draft, which has one only where it was chosen', () => {
    const draft = { taken: [], isKnown: false }
    expect(withSlug('event', event('Spring Rally'), '', draft)).not.toHaveProperty('slug')
    const chosen = withSlug('event', event('Spring Rally'), 'rally-1', draft)
    expect(withSlug('event', chosen, 'rally-2', draft)).toEqual({ ...event('Spring Rally'), slug: 'rally-2' })
  })

  it('has the day to which its event moves, where it has the day; the former address leads on', () => {
    const dated = { ...event('Spring Rally'), slug: 'spring-rally-2031-05-04', start_date: '2031-05-04T18:00' }
    const move = (start_date: string, more: object = {}, taken: string[] = []) =>
      slugOfDay({ ...dated, start_date, ...more }, dated, { taken, isKnown: true })
    expect(move('2031-05-11T18:00')).toMatchObject({
      slug: 'spring-rally-2031-05-11',
      former_slugs: ['spring-rally-2031-05-04'],
    })
    const moved = move('2031-05-11T18:00')
    expect(slugOfDay({ ...moved, start_date: dated.start_date }, moved, given)).toMatchObject({
      slug: 'spring-rally-2031-05-04',
      former_slugs: ['spring-rally-2031-05-11'],
    })
    for (const same of [
      move('2031-05-04T20:00'),
      move('2031-05-11T18:00', { slug: 'spring-rally' }),
      move('2031-05-11T18:00', {}, ['spring-rally-2031-05-11']),
      move('2031-05-11T18:00', { former_slugs: Array.from({ length: 20 }, (_, i) => `rally-${i}`) }),
    ])
      expect(same.slug).not.toBe('spring-rally-2031-05-11')
  })

  it('takes the next one where another page has the first, and refuses a chosen one', () => {
    const taken = { taken: ['spring-rally'], isKnown: true }
    expect(withSlug('event', event('Spring Rally'), '', taken).slug).toBe('spring-rally-6f1c2a345b')
    expect(() => withSlug('event', event('Spring Rally'), 'spring-rally', taken)).toThrow(
      expect.objectContaining({ code: 'invalid' }) as Error,
    )
  })

  it('stays without one where all are taken', () => {
    const all = slugsFor('event', event('Spring Rally'))
    expect(withSlug('event', event('Spring Rally'), '', { taken: all, isKnown: true })).not.toHaveProperty('slug')
  })

  it('keeps at most 20', () => {
    const many = Array.from({ length: 20 }, (_, i) => `rally-${i}`)
    const full = { ...event('Spring Rally'), slug: 'rally-now', former_slugs: many }
    expect(() => withSlug('event', full, 'rally-new', given)).toThrow(
      expect.objectContaining({ code: 'invalid' }) as Error,
    )
    expect(withSlug('event', full, 'rally-3', given).slug).toBe('rally-3')
  })
})
