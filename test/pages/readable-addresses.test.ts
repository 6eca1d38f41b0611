import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent, publishEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { keyOf } from '../../lib/table/items/items.js'
import { getOne } from '../../lib/table/reads.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { PUBLIC_URL, demo, get, givenInterfaceEvent, post, put, send, service, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group } = demo
const OWNER = `group:${group.id}` as const
const dependencies = eventDependencies(service)

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const page = (path: string) => get(path, { key: null })
const leadsTo = async (path: string) => {
  const { status, headers } = await page(path)
  return [status, headers['location']?.replace(PUBLIC_URL, '')]
}
const holderOf = async (slug: string) => (await getOne(table, keyOf.slug('event', slug)))?.['holder']
const draft = (title: string, more: object = {}) =>
  givenInterfaceEvent({ title, status: 'tentative' as const, ...more })
const published = async (title: string, more: object = {}) => {
  const { id } = await draft(title, more)
  return publishEvent(OWNER, id, dependencies)
}
const choose = (id: string, slug: string) => updateInterfaceEvent(OWNER, id, { slug }, dependencies)

describe('the readable address of an event', () => {
  it('is made from the title when the event is published, and the long address leads to it', async () => {
    const { id, slug } = await published('Spring Rally')
    expect(slug).toBe('spring-rally')
    const { status, text } = await page('/e/spring-rally')
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${PUBLIC_URL}/e/spring-rally"/>`)
    expect(text).toContain(`"url":"${PUBLIC_URL}/e/spring-rally"`)
    expect(await leadsTo(`/events/${id}?source=mail&lang=es`)).toEqual([308, '/e/spring-rally?source=mail&lang=es'])
    expect((await page(`/events/${id}`)).headers['cache-control']).toBe('public, max-age=60')
    expect(await leadsTo('/e/Spring-Rally')).toEqual([308, '/e/spring-rally'])
    expect((await send('HEAD', '/e/spring-rally', undefined, { key: null })).status).toBe(200)
    expect((await send('DELETE', '/e/spring-rally', undefined, { key: null })).status).toBe(405)
  })

  it('is another one for each event of a title, also where they are published at once', async () => {
    const start_date = { wallClock: '2031-05-04T18:00:00' }
    const drafts = await Promise.all(Array.from({ length: 6 }, () => draft('One title', { start_date })))
    const all = await Promise.all(drafts.map(({ id }) => publishEvent(OWNER, id, dependencies)))
    const slugs = all.map(({ slug }) => slug as string)
    expect(new Set(slugs).size).toBe(6)
    expect(slugs).toContain('one-title')
    expect(slugs).toContain('one-title-2031-05-04')
    for (const { id, slug } of all) expect(await holderOf(slug as string)).toBe(id)
  })

  it('stays the same where an event is published twice', async () => {
    const { id } = await draft('Published twice')
    const both = await Promise.all([1, 2].map(() => publishEvent(OWNER, id, dependencies)))
    expect(both.map(({ slug }) => slug)).toEqual(['published-twice', 'published-twice'])
  })

  it('can be changed, and earlier ones lead on', async () => {
    const { id } = await published('Changing')
    await choose(id, 'changing-2')
    await choose(id, 'changing-3')
    expect(await leadsTo('/e/changing')).toEqual([308, '/e/changing-3'])
    expect(await leadsTo('/e/changing-2')).toEqual([308, '/e/changing-3'])
    expect((await page('/e/changing-3')).status).toBe(200)
    await choose(id, 'changing')
    expect((await page('/e/changing')).status).toBe(200)
    expect(await leadsTo('/e/changing-3')).toEqual([308, '/e/changing'])
    await expect(choose((await published('Another')).id, 'changing-2')).rejects.toMatchObject({
      faults: [{ error_code: 'taken', properties: ['slug'] }],
    })
  })

  it('goes to one of two events that ask for it at once, and the other is refused', async () => {
    const both = await Promise.all([published('First asks'), published('Second asks')])
    const answers = await Promise.allSettled(both.map(({ id }) => choose(id, 'both-want-it')))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = both[answers.findIndex(({ status }) => status === 'fulfilled')]
    expect(await holderOf('both-want-it')).toBe(winner?.id)
  })

  it('does not answer for a draft, a hidden event and an unknown one, which look the same', async () => {
    const { id } = await draft('Secret plan')
    await choose(id, 'secret-plan')
    const hidden = await published('Hidden plan')
    await updateInterfaceEvent(OWNER, hidden.id, { hidden: true }, dependencies)
    const texts = await Promise.all(
      ['secret-plan', 'hidden-plan', 'no-plan-at-all', 'x', '%F0%9F%8E%89'].map((slug) => page(`/e/${slug}`)),
    )
    for (const { status, text, headers } of texts) {
      expect([status, headers['location']]).toEqual([404, undefined])
      expect(text).toBe(texts[2]?.text)
    }
  })

  it('of a draft is free again when it is changed, and when the draft is deleted', async () => {
    const { id } = await draft('Will go')
    await choose(id, 'will-go-1')
    await choose(id, 'will-go-2')
    expect(await holderOf('will-go-1')).toBeUndefined()
    expect(await holderOf('will-go-2')).toBe(id)
    await cancelEvent(OWNER, id, dependencies)
    expect(await holderOf('will-go-2')).toBeUndefined()
  })

  it('stays with a canceled event, whose page says so', async () => {
    const { id } = await published('Will be canceled')
    await cancelEvent(OWNER, id, dependencies)
    expect((await page('/e/will-be-canceled')).status).toBe(200)
  })

  it('is changed in the form, which names what is wrong with it', async () => {
    await published('Taken name')
    const { id, revision } = await published('To be edited')
    const path = `/manage/events/${id}/edit`
    const { html } = await organizer.open(path)
    expect(html).toMatch(/<input[^>]*name="slug"[^>]*value="to-be-edited"|value="to-be-edited"[^>]*name="slug"/)
    const sent = (slug: string) => organizer.send(path, { title: 'To be edited', revision: String(revision), slug })
    for (const [slug, words] of [
      ['taken-name', 'Another page has this address'],
      ['Ünpossible', 'Use 3 to 60 of the letters'],
      ['admin', 'This word is not available'],
    ] as const) {
      const { status, html: refused } = await sent(slug)
      expect(status).toBe(400)
      expect(refused).toMatch(new RegExp(`id="slug-fault".*?${words}`, 's'))
    }
    expect((await sent(`${PUBLIC_URL}/e/Edited-Name`)).status).toBe(303)
    expect(await leadsTo('/e/to-be-edited')).toEqual([308, '/e/edited-name'])
    expect((await organizer.open(`/manage/events/${id}`)).html).toContain(`${PUBLIC_URL}/e/edited-name`)
  })

  it('is in sitemaps, lists, mails of the API’s readers and QR codes, but in no document of the API', async () => {
    const start_date = {
      wallClock: `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T18:00:00`,
    }
    const { id } = await published('Listed by name', { start_date })
    const long = `${PUBLIC_URL}/events/${id}`
    expect((await page(`/groups/${group.id}/sitemap.xml`)).text).toContain(`${PUBLIC_URL}/e/listed-by-name<`)
    expect((await page(`/groups/${group.id}`)).text).toContain(`${PUBLIC_URL}/e/listed-by-name"`)
    expect((await page(`/embed/events/${id}`)).body.browser_url).toBe(`${PUBLIC_URL}/e/listed-by-name`)
    const { body } = await get(`/api/v2/events/${id}`)
    expect(body.browser_url).toBe(long)
    await put(`/api/v2/events/${id}`, { ...body, title: 'Renamed' })
    expect((await get(`/api/v2/events/${id}`)).body).toMatchObject({ title: 'Renamed', browser_url: long })
    expect((await page('/e/listed-by-name')).status).toBe(200)
  })

  it('does not change where RSVPs are sent', async () => {
    const { id } = await published('Form by id')
    expect((await page('/e/form-by-id')).text).toContain(`/events/${id}/attendances`)
  })
})

describe('the readable address of a campaign', () => {
  const NEW = `/manage/${group.id}/campaigns/new`
  const idOfNewest = async () =>
    /campaigns\/([0-9a-f-]{36})/.exec((await organizer.open(`/manage/${group.id}/campaigns`)).html)?.[1] ?? ''

  it('is made from the title, changes in its form, and the long one leads to it', async () => {
    expect((await organizer.send(NEW, { title: 'Summer of Climate' })).status).toBe(303)
    const id = await idOfNewest()
    const { status, text } = await page('/c/summer-of-climate')
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${PUBLIC_URL}/c/summer-of-climate"/>`)
    expect(text).toContain(`${PUBLIC_URL}/event_campaigns/${id}/calendar.ics`)
    expect(await leadsTo(`/event_campaigns/${id}?near=10001`)).toEqual([308, '/c/summer-of-climate?near=10001'])
    const path = `/manage/${group.id}/campaigns/${id}/edit`
    expect((await organizer.open(path)).html).toContain('value="summer-of-climate"')
    expect((await organizer.send(path, { title: 'Summer', slug: 'summer' })).status).toBe(303)
    expect(await leadsTo('/c/summer-of-climate')).toEqual([308, '/c/summer'])
    expect((await organizer.send(path, { title: 'Summer', slug: 'a b' })).status).toBe(400)
  })

  it('is another one for a second campaign of the title', async () => {
    await organizer.send(NEW, { title: 'Same title' })
    await organizer.send(NEW, { title: 'Same title' })
    const id = await idOfNewest()
    expect((await page('/c/same-title')).status).toBe(200)
    expect(await leadsTo(`/event_campaigns/${id}`)).toEqual([
      308,
      `/c/same-title-${id.replaceAll('-', '').slice(0, 10)}`,
    ])
  })

  it('is none of a campaign of the API, until an organizer saves it', async () => {
    const { body } = await post('/api/v2/event_campaigns', { title: 'By API', origin_system: 'Test' })
    const id = (body._links.self.href as string).split('/').at(-1) ?? ''
    expect((await page(`/event_campaigns/${id}`)).status).toBe(200)
    await organizer.send(`/manage/${group.id}/campaigns/${id}/edit`, { title: 'By API', slug: '' })
    expect(await leadsTo(`/event_campaigns/${id}`)).toEqual([308, '/c/by-api'])
  })
})
