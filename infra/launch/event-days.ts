import { throughputFor } from '../monitoring/event-day.js'

/** The rates of RSVPs a second that a launched table can be made ready for, and the units that each needs. */
export const eventDays = Object.fromEntries(
  [500, 1_000, 2_000, 5_000, 10_000].map((rate) => {
    const units = Object.entries(throughputFor(rate)).flatMap(([name, { read, write }]) => [
      [`${name}Read`, read],
      [`${name}Write`, write],
    ])
    return [String(rate), Object.fromEntries(units) as Record<string, number>]
  }),
)

/** The units a second for which the table, or an index, is to be ready. */
export const warmFor = (name: string) => ({
  'Fn::If': [
    'HasEventDay',
    {
      ReadUnitsPerSecond: { 'Fn::FindInMap': ['EventDays', { Ref: 'EventDay' }, `${name}Read`] },
      WriteUnitsPerSecond: { 'Fn::FindInMap': ['EventDays', { Ref: 'EventDay' }, `${name}Write`] },
    },
    { Ref: 'AWS::NoValue' },
  ],
})
