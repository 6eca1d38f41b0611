import { describe, expect, it } from 'vitest'
import {
  type EventChoice,
  type EventSummary,
  chosenEvents,
  inRows,
  monthNamed,
} from '../../../lib/finding/event-summary.js'

const summary = (title: string, more: Partial<EventSummary> = {}): EventSummary => ({
  id: title,
  title,
  location: '',
  is_hidden: false,
  is_of_api: false,
  made: '2026-01-01T00:00:00.000Z',
  ...more,
})

const events = [
  summary('Kickoff', {
    starts: '2026-12-05T18:00:00',
    location: 'City Hall, Springfield, IL',
    campaign: 'heat',
  }),
  summary('Phone bank', {
    starts: '2026-11-30T18:00:00',
    location: 'Chicago, IL',
    made: '2026-03-01T00:00:00.000Z',
  }),
  summary('Breakfast', { starts: '2026-02-02T09:00:00', ends: '2026-02-02T10:00:00' }),
  summary('Élan', {}),
  summary('Walk', { starts: '2026-12-20T09:00:00', status: 'cancelled' }),
  summary('Noche', { starts: '2026-12-21T09:00:00', status: 'tentative' }),
  summary('By API', { starts: '2026-12-05T18:00:00', is_of_api: true }),
]

const chosen = (choice: Partial<EventChoice>, language = 'en') =>
  chosenEvents(
    events,
    { view: 'all', ...choice },
    { now: new Date('2026-11-23T10:00:00Z'), campaigns: new Map([['heat', 'Keep the Heat On']]), language },
  ).events.map(({ title }) => title)

describe('a choice of events', () => {
  it.each([
    ['upcoming', ['Phone bank', 'Kickoff', 'Élan']],
    ['past', ['Breakfast']],
    ['drafts', ['Noche']],
    ['cancelled', ['Walk']],
    ['all', ['Phone bank', 'Kickoff', 'Walk', 'Noche', 'Élan', 'Breakfast']],
  ] as const)('has those that are %s, in their order', (view, titles) => {
    expect(chosen({ view })).toEqual(titles)
  })

  it.each([
    ['a word of the title, without accents', 'elan', ['Élan']],
    ['a part of a word', 'ickof', ['Kickoff']],
    ['the town', 'chicago', ['Phone bank']],
    ['the campaign', 'heat', ['Kickoff']],
    ['the month', 'December', ['Kickoff', 'Walk', 'Noche']],
    ['the town and the month', 'Springfield, dec', ['Kickoff']],
    ['the month and the year', 'november 2026', ['Phone bank']],
    ['words that no event has', 'chicago december', []],
  ])('is found by %s', (_, find, titles) => {
    expect(chosen({ find })).toEqual(titles)
  })

  it('is narrowed by place, campaign and month', () => {
    expect(chosen({ location: 'springfield' })).toEqual(['Kickoff'])
    expect(chosen({ campaign: 'heat' })).toEqual(['Kickoff'])
    expect(chosen({ month: '2026-11' })).toEqual(['Phone bank'])
    expect(chosen({ month: '2026-11', campaign: 'heat' })).toEqual([])
  })

  it('is sorted by title, or by when events were made', () => {
    expect(chosen({ view: 'upcoming', order: 'title' })).toEqual(['Élan', 'Kickoff', 'Phone bank'])
    expect(chosen({ view: 'upcoming', order: 'made' })[0]).toBe('Phone bank')
  })
})

describe('the name of a month', () => {
  it.each([
    ['december', 'en', '12'],
    ['dec', 'en', '12'],
    ['diciembre', 'es', '12'],
    ['december', 'es', '12'],
    ['may', 'en', '05'],
    ['decem', 'en', undefined],
    ['ma', 'en', undefined],
    ['rally', 'en', undefined],
  ])('%s in %s is %s', (word, language, month) => {
    expect(monthNamed(word, language)).toBe(month)
  })
})

describe('the rows of a list', () => {
  it('have the dates of a series together, where the first of them stands', () => {
    const rows = inRows([
      summary('Walk', { series: 'walks' }),
      summary('Rally'),
      summary('Walk 2', { series: 'walks' }),
      summary('March', { series: 'marches' }),
    ])
    expect(rows.map((row) => row.map(({ title }) => title))).toEqual([['Walk', 'Walk 2'], ['Rally'], ['March']])
  })
})
