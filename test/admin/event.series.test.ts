import { describe, expect, it } from 'vitest'
import { demo } from '../../local/demo.js'
import { CREATOR, UUID, seededAdmin } from './admin.js'

const GROUP = ['--group', demo.group.id]
const { admin, json } = await seededAdmin()

describe('event', () => {
  const create = ['event', 'create', ...GROUP, '--title', 'Phone bank', '--origin-system', 'Test']

  it("makes an event as the organizer's own interface would", async () => {
    const made = await json(
      ...create,
      '--name',
      'Week 3',
      '--description',
      '<p>Calls</p>',
      '--capacity',
      '40',
      '--hidden',
      '--featured-image-url',
      'https://example.org/a.png',
      '--browser-url',
      'https://example.org/a',
      '--start-date',
      '2026-11-03T18:30',
      '--event-campaign',
      demo.event_campaign.id,
      '--locality',
      'Denver',
      '--region',
      'CO',
    )
    expect(made).toMatchObject({
      id: expect.stringMatching(UUID),
      origin: 'interface',
      title: 'Phone bank',
      name: 'Week 3',
      description: '<p>Calls</p>',
      capacity: 40,
      hidden: true,
      featured_image_url: 'https://example.org/a.png',
      browser_url: 'https://example.org/a',
      start_date: '2026-11-03T18:30:00',
      event_campaign_id: demo.event_campaign.id,
      creator: demo.group.creator,
      location: { locality: 'Denver', region: 'CO' },
    })
    expect((await json('event', 'list', ...GROUP))[0]).toEqual(made)
  })

  it('makes the plainest event visible and without a maximum', async () => {
    const made = await json(...create)
    expect(made).toMatchObject({ origin: 'interface', hidden: false })
    for (const absent of ['capacity', 'featured_image_url', 'event_campaign_id', 'start_date'])
      expect(made).not.toHaveProperty(absent)
    expect((await admin(...create)).out).toMatch(/^id +[0-9a-f-]{36}\n/)
  })

  it.each([
    [['--capacity', '0'], '--capacity must be a whole number from 1.'],
    [['--capacity', '1.5'], '--capacity must be a whole number from 1.'],
    [['--capacity', '-1'], '--capacity must be a whole number from 1.'],
    [
      ['--featured-image-url', 'javascript:alert(1)'],
      '--featured-image-url must be an absolute http or https address without blanks.',
    ],
    [['--start-date', '2026-02-30'], '--start-date must be a date and time that exists, such as 2026-11-03T18:30:00Z.'],
    [['--event-campaign', 'x'], 'There is no event campaign with the id x of this owner.'],
  ])('refuses %j, and makes nothing', async (options, sentence) => {
    const before = (await json('event', 'list', ...GROUP)).length
    expect(await admin(...create, ...options)).toMatchObject({ code: 1, out: '', err: `${sentence}\n` })
    expect(await json('event', 'list', ...GROUP)).toHaveLength(before)
  })

  it('names every fault at once', async () => {
    const { err } = await admin(...create, '--capacity', 'x', '--browser-url', 'y')
    expect(err).toBe(
      '--capacity must be a whole number from 1; --browser-url must be an absolute http or https address without blanks.\n',
    )
  })

  it('lists more events than one page holds, each once', async () => {
    const { id } = await json('group', 'create', '--title', 'Busy', ...CREATOR)
    const many = ['event', 'create', '--group', id, '--title', 'Rally', '--origin-system', 'Test']
    for (let i = 0; i < 105; i++) await admin(...many)
    const events: { id: string }[] = await json('event', 'list', '--group', id)
    expect(new Set(events.map((event) => event.id)).size).toBe(105)
    expect(await json('event', 'list', '--group', id, '--limit', '3')).toEqual(events.slice(0, 3))
  })

  it('lets no title command the terminal', async () => {
    await admin(...create, '--title', 'Rally \u001b[2J')
    expect((await admin('event', 'list', ...GROUP)).out).not.toContain('\u001b')
  })
})
