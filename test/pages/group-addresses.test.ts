import { beforeAll, describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { ownerStore } from '../../lib/app/access.js'
import { keyOf } from '../../lib/table/items/items.js'
import { getOne } from '../../lib/table/reads.js'
import { PUBLIC_URL, address, demo, get, givenInterfaceEvent, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group } = demo
const OWNER = `group:${group.id}` as const
const OTHER = `group:${demo.other_group.id}` as const
const SETTINGS = `/manage/${group.id}/settings`
const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })

let administrator: Browser
beforeAll(async () => {
  administrator = await signedInAs(group.administrator)
})

const page = (path: string) => get(path, { key: null })
const leadsTo = async (path: string) => {
  const { status, headers } = await page(path)
  return [status, headers['location']?.replace(PUBLIC_URL, '')]
}
const owners = ownerStore(table)
const choose = (slug: string, owner: `group:${string}` = OWNER) => owners.changeSettings(owner, { slug })
const holderOf = async (slug: string) => (await getOne(table, keyOf.slug('group', slug)))?.['holder']

describe('the readable address of a group', () => {
  it('is made from its name when settings are saved, and the long address leads to it', async () => {
    await administrator.upload(SETTINGS, { color: '#2b4fd6' })
    expect((await page(`/groups/${group.id}`)).status).toBe(200)
    expect((await administrator.upload(SETTINGS, { color: '#2b4fd6', slug: '' })).status).toBe(303)
    const { html } = await administrator.open(SETTINGS)
    const slug = /name="slug"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="slug"/.exec(html)
    expect(slug?.[1] ?? slug?.[2]).toBe('turnout-demo-group')
    expect(html).toContain(`value="${PUBLIC_URL}/g/turnout-demo-group"`)
    expect(await leadsTo(`/groups/${group.id}?near=62701&lang=es`)).toEqual([
      308,
      '/g/turnout-demo-group?near=62701&lang=es',
    ])
    expect((await page('/g/turnout-demo-group')).status).toBe(200)
    expect(await leadsTo('/g/Turnout-Demo-Group')).toEqual([308, '/g/turnout-demo-group'])
  })

  it('is chosen in the settings, also as a whole address, and earlier ones lead on', async () => {
    await administrator.upload(SETTINGS, { slug: 'river-friends' })
    await administrator.upload(SETTINGS, { slug: `${PUBLIC_URL}/g/river-people/` })
    expect(await leadsTo('/g/river-friends')).toEqual([308, '/g/river-people'])
    expect(await leadsTo('/g/turnout-demo-group')).toEqual([308, '/g/river-people'])
    expect(await leadsTo(`/groups/${group.id}`)).toEqual([308, '/g/river-people'])
    await administrator.upload(SETTINGS, { slug: 'river-friends' })
    expect((await page('/g/river-friends')).status).toBe(200)
    expect(await leadsTo('/g/river-people')).toEqual([308, '/g/river-friends'])
  })

  it('is refused where it is taken, reserved or none, and the form says why', async () => {
    await choose('hill-friends', OTHER)
    for (const [slug, words] of [
      ['hill-friends', 'Another page has this address'],
      ['admin', 'This word is not available'],
      ['Ünpossible', 'Use 3 to 60 of the letters'],
    ] as const) {
      const { status, html } = await administrator.upload(SETTINGS, { slug })
      expect([slug, status]).toEqual([slug, 400])
      expect(html).toContain(words)
      expect(html).toContain(`value="${slug}"`)
    }
    expect(await holderOf('hill-friends')).toBe(demo.other_group.id)
  })

  it('goes to one of two groups that ask for it at once', async () => {
    const answers = await Promise.allSettled([choose('both-want-it'), choose('both-want-it', OTHER)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps every address of a group that is changed several times at once', async () => {
    const slugs = Array.from({ length: 5 }, (_, i) => `at-once-${i}`)
    await Promise.all(slugs.map((slug) => choose(slug)))
    for (const slug of slugs) expect(await holderOf(slug)).toBe(group.id)
    const { slug, former_slugs: former = [] } = (await owners.findGroup(group.id)) as {
      slug?: string
      former_slugs?: string[]
    }
    expect([slug, ...former]).toEqual(expect.arrayContaining(slugs))
  })

  it('is in the pages of its events and in its sitemap', async () => {
    await choose('river-friends')
    const { id } = await givenInterfaceEvent({ start_date: { wallClock: '2039-05-04T18:00:00' } })
    const { text } = await page(`/events/${id}`)
    expect(text).toContain(`href="${PUBLIC_URL}/g/river-friends"`)
    expect(text).not.toContain(`/groups/${group.id}"`)
    const { text: sitemap } = await page(`/groups/${group.id}/sitemap.xml`)
    expect(sitemap).toContain(`<loc>${PUBLIC_URL}/g/river-friends</loc>`)
  })

  it('has no page for an unknown one', async () => {
    for (const slug of ['no-group-at-all', 'x', '%F0%9F%8E%89']) expect((await page(`/g/${slug}`)).status).toBe(404)
  })

  it('is set by the owner of the service, with color and logo; an account has none', async () => {
    const { json } = await admin(
      'group',
      'update',
      group.id,
      '--slug',
      'by-command',
      '--color',
      '#aa0000',
      '--logo-url',
      'https://example.org/logo.png',
      '--json',
    )
    expect(json).toMatchObject({ slug: 'by-command', color: '#aa0000' })
    expect((await page('/g/by-command')).text).toContain('--brand:#aa0000')
    expect((await admin('group', 'show', group.id)).out).toContain('river-friends')
    expect((await admin('group', 'update', group.id, '--slug', 'admin')).err).toContain('--slug')
    expect((await admin('account', 'update', group.id, '--slug', 'x-y-z')).err).toContain('no page')
    await admin('group', 'update', group.id, '--color', 'default', '--logo-url', 'default', '--json')
  })
})
