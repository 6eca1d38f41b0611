import { describe, expect, it } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { ownerStore } from '../../lib/app/access.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { vocabularyFaults } from '../support/clients/schema-org.js'
import { PUBLIC_URL, demo, get, givenInterfaceEvent, service, table } from '../support/service.js'

type Fields = Parameters<typeof givenInterfaceEvent>[0]

async function pageWith(fields: Fields) {
  const { id } = await givenInterfaceEvent(fields)
  const { text } = await get(`/events/${id}`, { key: null })
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] as string
  const metas = [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  return {
    id,
    text,
    data: JSON.parse(json),
    meta: Object.fromEntries(metas.map(([, name, content]) => [name, content])),
  }
}

const start_date = { wallClock: '2030-05-04T18:00:00' }
const end_date = { wallClock: '2030-05-04T20:30:00' }
const location = {
  venue: 'Town Hall',
  address_lines: ['1 Main St'],
  locality: 'Denver',
  postal_code: '80202',
}
const featured_image_url = 'https://example.org/banner.png'

describe('the preview of a link to an event', () => {
  it('has its title, date, location, description and banner', async () => {
    const { id, meta, text } = await pageWith({
      title: 'Gala',
      description: '<p>Come <b>along</b></p>',
      featured_image_url,
      start_date,
      end_date,
      location,
    })
    const said = 'Saturday, May 4, 2030 at 6:00 PM – 8:30 PM · Town Hall, 1 Main St, Denver, CO 80202. Come along'
    expect(meta).toMatchObject({
      description: said,
      'og:title': 'Gala',
      'og:description': said,
      'og:url': `${PUBLIC_URL}/events/${id}`,
      'og:image': featured_image_url,
      'og:locale': 'en',
      'og:site_name': 'Turnout Demo Group',
      'twitter:card': 'summary_large_image',
    })
    expect(text).toContain(`<link rel="canonical" href="${PUBLIC_URL}/events/${id}"/>`)
  })

  it('is a small card without a banner', async () => {
    const { meta } = await pageWith({ start_date })
    expect(meta['twitter:card']).toBe('summary')
    expect(meta).not.toHaveProperty('og:image')
  })

  it('has the logo of its group in place of a banner', async () => {
    const owners = ownerStore(table)
    const logo_url = 'https://example.org/logo.png'
    await owners.changeSettings(`group:${demo.group.id}`, { logo_url })
    const { meta } = await pageWith({ start_date })
    expect(meta).toMatchObject({ 'og:image': logo_url, 'twitter:card': 'summary' })
    expect((await pageWith({ start_date, featured_image_url })).meta['og:image']).toBe(featured_image_url)
    await owners.changeSettings(`group:${demo.group.id}`, { logo_url: null })
  })
})

describe('the time on a page', () => {
  it('is an instant, with the zone at the venue by its name', async () => {
    const { text } = await pageWith({ start_date, end_date, location })
    expect(text).toContain('<strong><time datetime="2030-05-05T00:00:00Z">Saturday, May 4, 2030</time></strong>')
    expect(text).toMatch(/6:00\s–\s8:30\sPM, Mountain Daylight Time/)
    expect(text).toContain('data-turnout-zone="America/Denver"')
  })

  it('is the wall clock alone where the zone is unknown', async () => {
    const { text, data } = await pageWith({ start_date })
    expect(text).toMatch(
      /<time datetime="2030-05-04T18:00:00">Saturday, May 4, 2030<.time>.*<span class="quiet">6:00\sPM<.span>/,
    )
    expect(text).not.toMatch(/data-turnout-zone/)
    expect(data.startDate).toBe('2030-05-04T18:00:00')
  })

  it('makes sense anywhere for an event online', async () => {
    const { text, data } = await pageWith({
      start_date,
      attendance_mode: 'online',
      timezone_identifier: 'Europe/Berlin',
    })
    expect(text).toContain('<strong>Online</strong>')
    expect(text).toContain('Central European Summer Time')
    expect(data).toMatchObject({
      startDate: '2030-05-04T16:00:00Z',
      location: { '@type': 'VirtualLocation' },
    })
  })
})

describe('the structured data of an event', () => {
  const everything = {
    title: 'Gala',
    description: 'Come',
    start_date,
    end_date,
    location,
    capacity: 3,
    featured_image_url,
  }
  it.each<[string, Fields]>([
    ['with everything', everything],
    ['with nothing', {}],
    ['online', { ...everything, attendance_mode: 'online' }],
    ['in both ways', { ...everything, attendance_mode: 'mixed', language: 'es' }],
    ['full', { ...everything, capacity: 0 }],
  ])('is of the vocabulary, %s', async (_, fields) => {
    expect(vocabularyFaults((await pageWith(fields)).data)).toEqual([])
  })

  it('says what there is to know', async () => {
    const { id, data } = await pageWith(everything)
    const url = `${PUBLIC_URL}/events/${id}`
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Gala',
      url,
      inLanguage: 'en',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      description: 'Come',
      image: [featured_image_url],
      startDate: '2030-05-05T00:00:00Z',
      endDate: '2030-05-05T02:30:00Z',
      location: {
        '@type': 'Place',
        name: 'Town Hall',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '1 Main St',
          addressLocality: 'Denver',
          addressRegion: 'CO',
          postalCode: '80202',
          addressCountry: 'US',
        },
      },
      organizer: {
        '@type': 'Organization',
        name: 'Turnout Demo Group',
        url: 'https://example.org/turnout-demo-group',
      },
      maximumAttendeeCapacity: 3,
      remainingAttendeeCapacity: 3,
      offers: { '@type': 'Offer', url, availability: 'https://schema.org/InStock' },
    })
  })

  it('says that an event is canceled, and that it is full', async () => {
    const { id } = await givenInterfaceEvent(everything)
    await cancelEvent(`group:${demo.group.id}`, id, eventDependencies(service))
    expect((await get(`/events/${id}`, { key: null })).text).toContain('https://schema.org/EventCancelled')
    expect((await pageWith({ capacity: 0 })).data.offers.availability).toBe('https://schema.org/SoldOut')
  })

  it('ends with its script, whatever the event says', async () => {
    const title = '</script><script>alert(1)</script><!--'
    const { data, text } = await pageWith({ title })
    expect(data.name).toBe(title)
    expect(text).not.toContain('<script>alert(1)')
  })
})
