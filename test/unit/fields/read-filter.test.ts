import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OsdiError } from '../../../lib/runtime/errors.js'
import { type FilterFields, matches } from '../../../lib/fields/filter.js'
import { readFilter } from '../../../lib/fields/read-filter.js'

interface Thing {
  title?: string
  tags: string[]
  modified_date?: string
  start?: { clock: string; instant: string }
}

const fields: FilterFields<Thing> = {
  title: { kind: 'text', of: ({ title }) => [title] },
  tag: { kind: 'text', of: ({ tags }) => tags, normal: (tag) => tag.toLowerCase() },
  modified_date: { kind: 'date', of: ({ modified_date }) => modified_date },
  start_date: { kind: 'clock', of: ({ start }) => start ?? {} },
}
const names = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, [name, field] as [string, typeof field]]),
)

const thing: Thing = {
  title: "Rosa's rally",
  tags: ['a:1', 'b:Two'],
  modified_date: '2026-11-03T18:30:05.700Z',
  start: { clock: '2026-11-03T18:30:00', instant: '2026-11-03T23:30:00.000Z' },
}

const takes = (text: string, one: Thing = thing) => matches(readFilter(text, names), one)

describe('a filter', () => {
  it.each([
    ["title eq 'Rosa''s rally'", true],
    ["title eq 'rosa''s rally'", false],
    ["title ne 'Rosa'", true],
    ["title gt 'Rosa' and title lt 'Rosb'", true],
    ["title gt 'Rosb'", false],
    ["  TITLE_NOT eq 'x'  ".replace('TITLE_NOT', 'title'), false],
    ['tag eq a:1', true],
    ["tag EQ 'B:TWO' AND tag eq A:1", true],
    ["tag ne 'a:1'", false],
    ["tag ne 'c:3'", true],
    ['modified_date gt 2026-11-03', true],
    ["modified_date ge '2026-11-03 18:30'", true],
    ["modified_date gt '2026-11-03T18:30:05Z'", false],
    ["modified_date eq '2026-11-03T18:30:05Z'", true],
    ["modified_date lt '2026-11-03T18:30:05.001Z'", true],
    ["modified_date gt '2026-11-03T18:30:04.999Z'", true],
    ["modified_date le '2026-11-03T12:30:05-06:00'", true],
    ["start_date eq '2026-11-03T18:30'", true],
    ["start_date eq '2026-11-03T18:30:00Z'", true],
    ["start_date eq '2026-11-03T18:30:00-05:00'", true],
    ["start_date lt '2026-11-03T18:30:00-04:00'", false],
    ['', true],
    ['   ', true],
  ])('%s: %s', (text, expected) => {
    expect(takes(text)).toBe(expected)
  })

  it('takes of what has no value only what it is not equal to', () => {
    const blank: Thing = { tags: [] }
    for (const field of ['title', 'tag', 'modified_date', 'start_date'])
      for (const operator of ['eq', 'ne', 'gt', 'ge', 'lt', 'le'])
        expect([field, operator, takes(`${field} ${operator} '2026-01-01'`, blank)]).toEqual([
          field,
          operator,
          operator === 'ne',
        ])
  })

  it.each([
    ['title', 'an operator (eq, ne, gt, ge, lt, le) at character 6, but it ends'],
    ["title is 'x'", 'an operator (eq, ne, gt, ge, lt, le) at character 7, but found "is \'x\'"'],
    ['title eq', "a value, such as '2026-11-03' at character 9, but it ends"],
    ["title eq 'x", "a value, such as '2026-11-03' at character 10, but found \"'x\""],
    ["title eq 'x' or title eq 'y'", '"and" at character 14, but found "or title eq \'y\'"'],
    ["title eq 'x' and", 'the name of a field at character 17, but it ends'],
    ["'x' eq title", 'the name of a field at character 1'],
    ["color eq 'red'", 'there is no field "color" to filter by, at character 1'],
    ["constructor eq 'red'", 'there is no field "constructor"'],
    ["title eq 'x' and modified_date gt 'soon'", 'modified_date is compared with a date'],
    ["modified_date gt '2026-02-30'", 'at character 18'],
    ["modified_date gt '2026-01-01T10:00:00 02:00'", 'at character 18'],
  ])('refuses %s, and says where', (text, complaint) => {
    expect(() => readFilter(text, names)).toThrow(OsdiError)
    expect(() => readFilter(text, names)).toThrow(complaint)
  })

  it('names every field that it does not know and every date that is none', () => {
    try {
      readFilter("color eq 'red' and modified_date lt 'x' and size gt 1", names)
      expect.unreachable()
    } catch (error) {
      const { faults } = error as OsdiError
      expect(faults.map(({ error_code, properties }) => [error_code, properties])).toEqual([
        ['unknown_field', ['filter']],
        ['malformed_filter', ['filter']],
        ['unknown_field', ['filter']],
      ])
    }
  })

  it('is read in one way however many quotes it has, and refused where the last one is missing', () => {
    expect(() => readFilter(`title eq '${"''".repeat(4_000)}x`, names)).toThrow('expected')
    expect(() => readFilter(`title eq '${"'x".repeat(4_000)}`, names)).toThrow('expected')
  })

  it('takes any text as a quoted value, and refuses any other text only as an invalid request', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(takes(`title eq '${text.replaceAll("'", "''")}'`, { title: text, tags: [] })).toBe(true)
        try {
          readFilter(text, names)
        } catch (error) {
          expect(error).toBeInstanceOf(OsdiError)
        }
      }),
    )
  })
})
