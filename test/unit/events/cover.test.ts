import { describe, expect, it } from 'vitest'
import { coverOf } from '../../../lib/events/pages/cover.pages.js'

type Event = Parameters<typeof coverOf>[1]
const SITE = { publicUrl: 'https://events.example.org' } as Parameters<typeof coverOf>[0]
const drawingOf = (event: Omit<Event, 'id'>, id = '0000') => /cover-(\w+)/.exec(coverOf(SITE, { id, ...event }))?.[1]

describe('the drawing of an event', () => {
  it('shows its kind', () => {
    expect(drawingOf({ kind: 'rally' })).toBe('crowd')
    expect(drawingOf({ kind: 'canvass' })).toBe('doors')
    expect(drawingOf({ kind: 'phone_bank' })).toBe('waves')
  })

  it('shows no event where the kind is another one or unknown, and stays the same', () => {
    const drawings = ['0000', '0001', 'abcd', 'ffff'].map((id) => drawingOf({ kind: 'meeting' }, id))
    expect(new Set(drawings)).toEqual(new Set(['sunrise', 'windows']))
    expect(['0000', '0001', 'abcd', 'ffff'].map((id) => drawingOf({}, id))).toEqual(drawings)
  })

  it('is its banner, where it has one', () => {
    expect(drawingOf({ featured_image_url: 'https://river.example/banner.png' })).toBeUndefined()
  })
})
