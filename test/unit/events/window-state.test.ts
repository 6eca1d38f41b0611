import { describe, expect, it } from 'vitest'
import { windowState } from '../../../lib/events/rsvp-window.js'

const at = (ms: number) => new Date(Date.parse('2031-06-01T09:00:00Z') + ms)

describe('the window of RSVPs', () => {
  it('is open from the very moment at which it opens', () => {
    const window = { rsvps_open_utc: '2031-06-01T09:00:00Z' }
    expect([-1, 0, 500].map((ms) => windowState(window, at(ms)))).toEqual(['not_open', undefined, undefined])
  })

  it('is closed from the very moment at which it closes', () => {
    const window = { rsvps_close_utc: '2031-06-01T09:00:00Z' }
    expect([-1, 0, 500].map((ms) => windowState(window, at(ms)))).toEqual([undefined, 'closed', 'closed'])
  })
})
