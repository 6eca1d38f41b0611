import { describe, expect, it } from 'vitest'
import { dateOf } from '../../../../lib/messages/formats/formats.js'
import { nameOfZone } from '../../../../lib/messages/formats/zones.js'

/** The name that the runtime gives a zone, and the wall clock there. */
function known(lang: string, timeZone: string, instant: string) {
  const at = new Date(instant)
  const name = new Intl.DateTimeFormat(lang, { timeZone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const wallClock = at.toLocaleString('sv', { timeZone }).replace(' ', 'T')
  return { name, wallClock }
}

const SUMMER = '2040-07-04T16:00:00Z'
const WINTER = '2040-12-04T16:00:00Z'

describe('the name of a time zone', () => {
  it.each(['en', 'en-US', 'es', 'fr', 'ar'])(
    'is that of the runtime in %s, for each zone, in summer and in winter',
    (lang) => {
      for (const zone of Intl.supportedValuesOf('timeZone'))
        for (const instant of [SUMMER, WINTER]) {
          const { name, wallClock } = known(lang, zone, instant)
          expect(nameOfZone(lang, zone, { instant, wallClock }), `${zone} ${instant}`).toBe(name)
        }
    },
  )

  it('is that of summer or of winter, as the runtime says, where the wall clock is of neither', () => {
    const wallClock = dateOf(SUMMER).toISOString()
    expect(nameOfZone('en', 'America/Denver', { instant: SUMMER, wallClock })).toBe('Mountain Daylight Time')
  })
})
