import { describe, expect, it } from 'vitest'
import { selectPeople } from '../../../lib/targeting/select-people.js'

const NOON = '2026-10-01T12:00:00.000Z'
const act = (person: string, created_date = NOON) => ({ person, created_date })
const asked = { include: ['one', 'two'], match: 'any' as const, exclude: ['three'] }
const names = (...parameters: Parameters<typeof selectPeople>) =>
  selectPeople(...parameters).map(({ person }) => person)

describe('the people of a selection', () => {
  it('count from the first instant of a range, and not at its last', () => {
    const attendances = [
      [act('before', '2026-10-01T11:59:59.999Z'), act('at'), act('end', '2026-10-02T12:00:00.000Z')],
      [],
    ]
    const range = { ...asked, rsvp_from: NOON, rsvp_before: '2026-10-02T12:00:00.000Z' }
    expect(names(range, attendances, [])).toEqual(['at'])
  })

  it('are left out for an excluded event whenever they acted on it, with a range of dates too', () => {
    const range = { ...asked, rsvp_from: NOON }
    expect(names(range, [[act('ana'), act('ben')], []], [[act('ben', '2020-01-01T00:00:00.000Z')]])).toEqual(['ana'])
  })

  it('must have acted on every event within the range, where all are asked for', () => {
    const every = { ...asked, match: 'every' as const, rsvp_from: NOON }
    const attendances = [
      [act('both'), act('early', '2026-09-01T00:00:00.000Z'), act('one')],
      [act('both'), act('early')],
    ]
    expect(names(every, attendances, [])).toEqual(['both'])
  })

  it('come in the order of their newest RSVPs, and tell which events brought them', () => {
    const later = '2026-10-05T00:00:00.000Z'
    const attendances = [[act('b'), act('a'), act('new')], [act('new', later)]]
    expect(selectPeople(asked, attendances, [])).toEqual([
      { person: 'new', events: [0, 1], last_rsvp: later },
      { person: 'a', events: [0], last_rsvp: NOON },
      { person: 'b', events: [0], last_rsvp: NOON },
    ])
  })
})
