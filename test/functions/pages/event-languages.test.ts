import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent } from '../../../lib/domain/events/interface-event.js'
import { ownerStore } from '../../../lib/dynamodb/stores/access/owner-store.js'
import { en } from '../../../lib/messages/en.js'
import { es } from '../../../lib/messages/es.js'
import { eventDependencies } from '../../../lib/service/events.js'
import { PSEUDO, strays } from '../../support/given/pseudo-locale.js'
import { demo, get, givenEvent, givenInterfaceEvent, put, service, table } from '../../support/service.js'

const pageOf = async (id: string) => (await get(`/events/${id}`, { key: null })).text
const owner = `group:${demo.group.id}` as const
const campaign = demo.event_campaign.id
const start_date = { wallClock: '2030-05-04T18:00:00' }
const end_date = { wallClock: '2030-05-04T20:30:00' }

beforeAll(() => ownerStore(table).changeSettings(owner, { browser_rsvps: true }))

describe('the language of an event', () => {
  it('is set by its owner, spelled as the standard does, and cleared', async () => {
    const { path, ...body } = await givenEvent({ 'service:language': 'pt-br' })
    expect(body['service:language']).toBe('pt-BR')
    expect((await put(path, { 'service:language': null })).body).not.toHaveProperty('service:language')
    for (const language of ['english', 'x', 'e', 'en_US', '"><b>']) {
      const { body } = await put(path, { 'service:language': language })
      expect([language, body['service:language']]).toEqual([language, undefined])
    }
  })

  it('is that of its page: texts, dates, numbers and the name of the zone', async () => {
    const { id } = await givenInterfaceEvent({
      ...{ language: 'es', title: 'Cena', start_date, end_date, capacity: 1 },
      location: { venue: 'Ayuntamiento', locality: 'Denver', postal_code: '80202', country: 'US' },
    })
    const text = await pageOf(id)
    for (const expected of [
      '<html lang="es" dir="ltr">',
      'sábado, 4 de mayo de 2030',
      'hora de verano de las Montañas Rocosas',
      'Queda 1 plaza',
      '¿Vas a venir?',
      'Organiza: <a',
      '<meta property="og:locale" content="es"/>',
    ])
      expect(text).toContain(expected)
    const { body } = await get(`/embed/events/${id}`, { key: null })
    expect(body).toMatchObject({ language: 'es', texts_language: 'es', texts: { rsvp: es.rsvp } })
  })

  it('is that of its owner where it names none, and English where nothing does', async () => {
    const silent = await givenInterfaceEvent()
    const english = await givenInterfaceEvent({ language: 'en' })
    const owners = ownerStore(table)
    await owners.changeSettings(owner, { language: 'es' })
    expect(await pageOf(silent.id)).toContain('<html lang="es" dir="ltr">')
    expect(await pageOf(english.id)).toContain('<html lang="en" dir="ltr">')
    await owners.changeSettings(owner, { language: null })
    expect(await pageOf(silent.id)).toContain('<html lang="en" dir="ltr">')
  })

  it('is that of the pages and the embed of its group and campaign, by the setting of the owner', async () => {
    const silent = await givenInterfaceEvent({ title: 'Silent', start_date, event_campaign_id: campaign })
    const owners = ownerStore(table)
    await owners.changeSettings(owner, { language: 'es' })
    for (const path of [`/groups/${demo.group.id}`, `/event_campaigns/${campaign}`]) {
      const { text } = await get(path, { key: null })
      expect(text).toMatch(/<html lang="es" dir="ltr">.*Próximos eventos.*Suscribirse a este calendario/s)
      expect(text).toMatch(/<li [^>]*lang="es" dir="ltr">.*<h3><a [^>]*>Silent.*4 de mayo/s)
    }
    const { body } = await get(`/embed/event_campaigns/${campaign}`, { key: null })
    expect(body).toMatchObject({ language: 'es', texts_language: 'es', texts: { no_events: es.no_events } })
    await owners.changeSettings(owner, { language: 'ar' })
    const { text } = await get(`/groups/${demo.group.id}`, { key: null })
    expect(text).toMatch(/<html lang="ar" dir="rtl">.*<section [^>]*lang="en" dir="ltr"[^>]*><h2/s)
    await owners.changeSettings(owner, { language: null })
    expect((await get(`/groups/${demo.group.id}`, { key: null })).text).toContain('Upcoming events')
    expect(silent.id).toBeDefined()
  })

  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es', es.nothing],
    ['de, es;q=0.5', 'es', es.nothing],
    ['de', 'en', en.nothing],
    [undefined, 'en', en.nothing],
  ])('is that of the reader where there is nothing: %s', async (accepted, language, nothing) => {
    const headers = { accept: 'text/html', ...(accepted && { 'accept-language': accepted }) }
    for (const path of ['/nowhere', '/groups/nowhere'])
      expect((await get(path, { key: null, headers })).text).toMatch(
        new RegExp(`<html lang="${language}".*<h1>${nothing}`, 's'),
      )
    const missing = language === 'es' ? es.no_event : en.no_event
    for (const path of ['/events/nothing', '/events/nothing/frame'])
      expect((await get(path, { key: null, headers })).text).toContain(missing)
  })

  it('takes the texts of its language for a region, and English ones, marked, where there are none', async () => {
    const mexican = await givenInterfaceEvent({ language: 'es-MX' })
    expect(await pageOf(mexican.id)).toMatch(/<html lang="es-MX" .*<h2 class="turnout-title">¿Vas a venir\?/s)
    const arabic = await givenInterfaceEvent({ language: 'ar', start_date })
    const text = await pageOf(arabic.id)
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toMatch(/<div class="turnout" lang="en" dir="ltr"><h2 class="turnout-title">Will you come/)
    expect(text).toMatch(/<time [^>]*>[^<]*السبت/)
    const { body } = await get(`/embed/events/${arabic.id}`, { key: null })
    expect(body).toMatchObject({ language: 'ar', direction: 'rtl', texts_language: 'en' })
  })
})

describe('the catalogues', () => {
  it('fill in the same', () => {
    const filled = (text: unknown) => [...JSON.stringify(text).matchAll(/\{\w+\}/g)].map(String).sort()
    for (const [name, text] of Object.entries(es))
      expect([name, [...new Set(filled(text))]]).toEqual([name, [...new Set(filled(en[name as 'rsvp']))]])
  })

  it('hold all that a page says', async () => {
    const fields = {
      ...{ language: PSEUDO, title: '⟦Title⟧', description: '⟦About⟧', capacity: 3 },
      ...{ start_date, end_date, browser_url: 'https://example.org/', attendance_mode: 'mixed' as const },
      location: { venue: '⟦Hall⟧' },
    }
    const open = await givenInterfaceEvent(fields)
    const full = await givenInterfaceEvent({ ...fields, capacity: 0, attendance_mode: 'online' })
    const over = await givenInterfaceEvent({ ...fields, start_date: { wallClock: '2020-01-01T00:00:00' } })
    const cancelled = await givenInterfaceEvent(fields)
    await cancelEvent(owner, cancelled.id, eventDependencies(service))
    for (const { id } of [open, full, over, cancelled]) {
      const page = await pageOf(id)
      const body = /<body>(.*)<\/body>/s.exec(page)?.[1] as string
      const texts = body.replace(/<time .*?<\/time>|<span class="turnout-zone">.*?<\/span>/gs, ' ')
      const said = [...texts.matchAll(/ (?:alt|title|aria-label|data-turnout-says)="([^"]*)"/g)].map(
        ([, each]) => each,
      )
      expect(strays([texts.replace(/<[^>]*>/g, ' '), ...said].join(' '), ['Turnout Demo Group'])).toEqual([])
      expect(page).toContain('⟦')
    }
  })
})
