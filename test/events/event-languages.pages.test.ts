import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { ownerStore } from '../../lib/app/access.js'
import { event as ar } from '../../lib/texts/ar.json'
import { event as en } from '../../lib/texts/en.json'
import { event as es } from '../../lib/texts/es.json'
import { eventDependencies } from '../../lib/app/record-events.js'
import { PSEUDO, strays } from '../support/given/pseudo-locale.js'
import { demo, get, givenEvent, givenInterfaceEvent, put, service, table } from '../support/service.js'

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
      language: 'es',
      title: 'Cena',
      start_date,
      end_date,
      capacity: 1,
      location: { venue: 'Ayuntamiento', locality: 'Denver', postal_code: '80202', country: 'US' },
    })
    const text = await pageOf(id)
    for (const expected of [
      '<html lang="es" dir="ltr">',
      'sábado, 4 de mayo de 2030',
      'hora de verano de las Montañas Rocosas',
      'Queda 1 plaza',
      '¿Vas a venir?',
      'Organiza Turnout Demo Group',
      '<meta property="og:locale" content="es"/>',
    ])
      expect(text).toContain(expected)
    const { body } = await get(`/embed/events/${id}`, { key: null })
    expect(body).toMatchObject({ language: 'es', texts_language: 'es', texts: { rsvp: es.rsvp } })
  })

  it('leaves the address in the order of its country', async () => {
    const place = { venue: 'Folkets hus', locality: 'Tromsø', postal_code: '9008', country: 'NO' }
    const { id } = await givenInterfaceEvent({ title: 'Dugnad', start_date, end_date, location: place })
    expect(await pageOf(id)).toMatch(/9008 Tromsø/)
    expect(await pageOf(id)).not.toContain('Tromsø, 9008')
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
      expect(text).toMatch(/<h3><a [^>]*>Silent.*4 may/s)
    }
    const { body } = await get(`/embed/event_campaigns/${campaign}`, { key: null })
    expect(body).toMatchObject({ language: 'es', texts_language: 'es', texts: { no_events: es.no_events } })
    await owners.changeSettings(owner, { language: 'he' })
    const { text } = await get(`/groups/${demo.group.id}`, { key: null })
    expect(text).toMatch(/<html lang="en" dir="ltr">.*<h1 lang="he" dir="rtl">/s)
    await owners.changeSettings(owner, { language: null })
    expect((await get(`/groups/${demo.group.id}`, { key: null })).text).toContain('Upcoming events')
    expect(silent.id).toBeDefined()
  })

  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es-MX', es.nothing],
    ['de, es;q=0.5', 'es', es.nothing],
    ['de', 'en', en.nothing],
    [undefined, 'en', en.nothing],
  ])('is that of the reader where there is nothing: %s', async (accepted, language, nothing) => {
    const headers = { accept: 'text/html', ...(accepted && { 'accept-language': accepted }) }
    for (const path of ['/nowhere', '/groups/nowhere'])
      expect((await get(path, { key: null, headers })).text).toMatch(
        new RegExp(`<html lang="${language}".*<h1>${nothing}`, 's'),
      )
    const missing = language.startsWith('es') ? es.no_event : en.no_event
    for (const path of ['/events/nothing', '/events/nothing/frame'])
      expect((await get(path, { key: null, headers })).text).toContain(missing)
  })

  it('takes the texts of its language for a region, and English ones, marked, where there are none', async () => {
    const mexican = await givenInterfaceEvent({ language: 'es-MX' })
    expect(await pageOf(mexican.id)).toMatch(/<html lang="es-MX" .*<h2[^>]*>¿Vas a venir\?/s)
    const hebrew = await givenInterfaceEvent({ language: 'he', title: 'ארוחה', start_date })
    const text = await pageOf(hebrew.id)
    expect(text).toMatch(/<html lang="en" dir="ltr">.*<h1 lang="he" dir="rtl">ארוחה<.*Are you coming/s)
    const { body } = await get(`/embed/events/${hebrew.id}`, { key: null })
    expect(body).toMatchObject({ language: 'he', direction: 'rtl', texts_language: 'en' })
  })

  it.each([
    ['ar-EG,ar;q=0.9', '', 'ar-EG', 'rtl', ar.will_you_come],
    ['es', '?lang=ar', 'ar', 'rtl', ar.will_you_come],
    ['es', '?lang=%22%3E', 'es', 'ltr', es.will_you_come],
    ['de,fr', '', 'en', 'ltr', en.will_you_come],
    ['en-GB,en', '', 'en-GB', 'ltr', en.will_you_come],
  ])('is that of the reader who accepts %s, or chooses one by %s', async (accepted, query, lang, dir, asks) => {
    await ownerStore(table).changeSettings(owner, { browser_rsvps: true })
    const { id } = await givenInterfaceEvent({ title: 'Dinner', language: 'en', start_date })
    for (const path of [`/events/${id}`, `/events/${id}/frame`]) {
      const { text, headers } = await get(path + query, {
        key: null,
        headers: { 'accept-language': accepted },
      })
      expect(text).toContain(`<html lang="${lang}" dir="${dir}">`)
      expect(text).toContain(asks)
      expect(headers['vary']).toContain('accept-language')
      expect(text).toMatch(lang.startsWith('en') ? /<h1>Dinner/ : /<h1 lang="en" dir="ltr">Dinner/)
    }
  })

  it('is that of the region of the browser, where a link chose the language', async () => {
    const { id } = await givenInterfaceEvent({ start_date: { wallClock: '2041-05-04T18:30:00' } })
    const chosen = async (accepted: string) =>
      (await get(`/events/${id}?lang=es`, { key: null, headers: { 'accept-language': accepted } })).text
    expect(await chosen('en-US,es-MX;q=0.5')).toMatch(/<html lang="es-MX".*6:30\sp\.m\./s)
    expect(await chosen('en-US')).toMatch(/<html lang="es".*18:30/s)
  })

  it('is chosen by a link on the page, which keeps the source of the visit', async () => {
    const { id } = await givenInterfaceEvent({ language: 'en' })
    const { text } = await get(`/events/${id}?source=poster`, { key: null })
    expect(text).toContain('<a href="?source=poster&amp;lang=es" lang="es" hreflang="es">Español</a>')
    expect(text).toContain('<a href="?source=poster&amp;lang=ar" lang="ar" hreflang="ar">العربية</a>')
  })
})

/** Names of groups, services and languages, and dates. */
const KNOWN = [
  'Turnout Demo Group',
  'TD',
  'Google Calendar',
  'Outlook.com',
  'WhatsApp',
  'English',
  'Español',
  'العربية',
  'Norsk bokmål',
  'Sat',
  'May',
  'PM',
  'Wed',
  'Jan',
  'AM',
]

describe('the texts of a language', () => {
  it('hold all that a page says', async () => {
    const fields = {
      language: PSEUDO,
      title: '⟦Title⟧',
      description: '⟦About⟧',
      capacity: 3,
      start_date,
      end_date,
      browser_url: 'https://example.org/',
      attendance_mode: 'mixed' as const,
      location: { venue: '⟦Hall⟧' },
    }
    const open = await givenInterfaceEvent(fields)
    const full = await givenInterfaceEvent({ ...fields, capacity: 0, attendance_mode: 'online' })
    const over = await givenInterfaceEvent({ ...fields, start_date: { wallClock: '2020-01-01T00:00:00' } })
    const canceled = await givenInterfaceEvent(fields)
    await cancelEvent(owner, canceled.id, eventDependencies(service))
    for (const { id } of [open, full, over, canceled]) {
      const page = await pageOf(id)
      const body = /<body class="public">(.*)<\/body>/s.exec(page)?.[1] as string
      const texts = body.replace(/<time .*?<\/time>|<span class="date".*?<\/span>\d+<\/span>/gs, ' ')
      const said = [...texts.matchAll(/ (?:alt|title|aria-label|data-turnout-says)="([^"]*)"/g)].map(([, each]) => each)
      expect(strays([texts.replace(/<[^>]*>/g, ' '), ...said].join(' '), KNOWN)).toEqual([])
      expect(page).toContain('⟦')
    }
  })
})
