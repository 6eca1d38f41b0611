import { describe, expect, it, vi } from 'vitest'
import { clockIn } from '../support/mail/mailed-events.js'
import { admin } from '../support/mail/mail.js'
import { has } from '../support/rooms.js'
import { demo, get, givenInterfaceEvent, table } from '../support/service.js'

const home = async () => (await get('/', { key: null })).text
const eventIn = (days: number, title: string, fields: Parameters<typeof givenInterfaceEvent>[0] = {}) =>
  givenInterfaceEvent({ title, start_date: { wallClock: clockIn(days) }, ...fields })

describe('the front door', () => {
  it('says that there are no events where there are none', async () => {
    expect(await home()).toContain('No events at the moment.')
  })

  it('lists the next three events of a group, the soonest first, and links to all of them', async () => {
    for (const [days, title] of [
      [4, 'Second walk'],
      [2, 'First walk'],
      [8, 'Fourth walk'],
      [6, 'Third walk'],
    ] as const)
      await eventIn(days, title)
    const text = await home()
    expect([...text.matchAll(/>(\w+ walk)</g)].map(([, title]) => title)).toEqual([
      'First walk',
      'Second walk',
      'Third walk',
    ])
    expect(text).toContain(`/groups/${demo.group.id}">All events by ${demo.group.title}</a>`)
  })

  it.each([
    ['hidden', { hidden: true }],
    ['private', { visibility: 'private' as const }],
    ['a draft', { status: 'tentative' as const }],
  ])('shows no event that is %s', async (_, fields) => {
    await eventIn(1, 'Not for all', fields)
    expect(await home()).not.toContain('Not for all')
  })

  it('puts the group with the soonest event first, and leaves out those without events', async () => {
    const creator = [
      '--creator-given-name',
      'Ada',
      '--creator-family-name',
      'Diaz',
      '--creator-email',
      'a@front.example',
    ]
    const group = async (title: string) => (await admin('group', 'create', '--title', title, ...creator, '--json')).json
    await group('Quiet Friends')
    const { id } = await group('Early Friends')
    const start = ['--start-date', clockIn(1), '--title', 'Early swim', '--origin-system', 'Turnout']
    await admin('event', 'create', '--group', id, ...start, '--json')
    const text = await home()
    expect(text).not.toContain('Quiet Friends')
    expect(text.indexOf('Early swim')).toBeGreaterThan(0)
    expect(text.indexOf('Early Friends')).toBeLessThan(text.indexOf('First walk'))
  })

  it('speaks the language of its reader', async () => {
    const { text, headers } = await get('/?lang=es', { key: null })
    expect(text).toContain('<html lang="es"')
    expect(text).toContain('Para desarrolladores')
    expect(text.includes('¿Organizas? Inicia sesión')).toBe(has('manage'))
    expect(headers['vary']).toContain('accept-language')
  })

  it('costs no more with more events', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const read = async () => {
      // The answer to several readers of a second is kept for it.
      vi.setSystemTime(Date.now() + 2_000)
      const before = table.consumedCapacity.read
      await home()
      return table.consumedCapacity.read - before
    }
    // One of them at most reads what a process keeps for longer.
    const spent = async () => Math.min(await read(), await read())
    for (let i = 0; i < 12; i++) await eventIn(30 + i, `Later ${i}`)
    const few = await spent()
    for (let i = 0; i < 30; i++) await eventIn(50 + i, `Much later ${i}`)
    expect(few).toBeGreaterThan(1)
    expect(await spent()).toBeLessThanOrEqual(few + 0.5)
    vi.useRealTimers()
  })
})
