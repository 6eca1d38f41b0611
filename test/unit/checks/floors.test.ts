import { describe, expect, it } from 'vitest'
import { judging } from '../../../checks/floors.js'

const { wrongWay, isImpure } = judging({
  ground: ['fields', 'table', 'hal', 'http'],
  core: ['people', 'events'],
  rooms: { seats: [], mail: ['seats'], series: ['mail'], hosting: [], pages: [], manage: [] },
})

describe('the floors of lib', () => {
  it('let imports run down, and never up', () => {
    expect(wrongWay('lib/events/event.ts', 'lib/fields/moment.ts')).toBeUndefined()
    expect(wrongWay('lib/events/event.ts', 'lib/events/store/event-store.ts')).toBeUndefined()
    expect(wrongWay('lib/events/event.ts', 'lib/mail/mail.ts')).toContain('mail is above events')
    expect(wrongWay('lib/events/event.ts', 'lib/app/events.ts')).toContain('app is above events')
    expect(wrongWay('lib/events/event.ts', 'infra/names.ts')).toContain('outside')
  })

  it('let a room import those that it needs, and no others that can be taken out', () => {
    expect(wrongWay('lib/series/series.ts', 'lib/mail/mail.ts')).toBeUndefined()
    expect(wrongWay('lib/series/series.ts', 'lib/seats/promotion.ts')).toBeUndefined()
    expect(wrongWay('lib/hosting/host.ts', 'lib/mail/mail.ts')).toContain('hosting does not need mail')
    expect(wrongWay('lib/hosting/host.mail.ts', 'lib/seats/promotion.ts')).toBeUndefined()
    expect(wrongWay('lib/seats/promotion.ts', 'lib/mail/mail.ts')).toContain('mail is above seats')
  })

  it('let a facet import its room, and lib/app and facets of that room import it', () => {
    expect(wrongWay('lib/events/event.mail.ts', 'lib/mail/mail.ts')).toBeUndefined()
    expect(wrongWay('lib/events/event.mail.ts', 'lib/manage/paths.ts')).toContain('manage is above mail')
    expect(wrongWay('lib/hosting/host.mail.ts', 'lib/events/event.mail.ts')).toBeUndefined()
    expect(wrongWay('lib/app/mail.ts', 'lib/events/event.mail.ts')).toBeUndefined()
    for (const file of ['lib/events/event.ts', 'lib/mail/mail.ts', 'lib/events/event.pages.tsx'])
      expect(wrongWay(file, 'lib/events/event.mail.ts')).toContain('this facet')
  })

  it('keep functions from the table', () => {
    expect(wrongWay('functions/v2/get-event.ts', 'lib/app/events.ts')).toBeUndefined()
    expect(wrongWay('functions/v2/get-event.ts', 'lib/events/store/event-store.ts')).toBeUndefined()
    expect(wrongWay('functions/v2/get-event.ts', 'lib/table/reads.ts')).toContain('stores and lib/app')
  })

  it('keep the table and HTTP from rules', () => {
    expect(isImpure('lib/events/event.ts', 'lib/http/answer.ts')).toBe(true)
    expect(isImpure('lib/events/event.ts', 'lib/fields/moment.ts')).toBe(false)
    expect(isImpure('lib/events/record-event.ts', 'lib/table/app.ts')).toBe(false)
    for (const file of ['lib/events/store/event-store.ts', 'lib/events/event.manage.ts', 'lib/hal/document.ts'])
      expect(isImpure(file, 'lib/table/table.ts')).toBe(false)
  })
})
