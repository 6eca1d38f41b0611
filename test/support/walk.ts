import { expect } from 'vitest'
import type { Walker } from './walker.js'

const MORE_THAN_A_PAGE = 27

/** The walk that every client must be able to make. */
export async function walk(walker: Walker): Promise<void> {
  const before = await walker.listEvents()
  const created: string[] = []
  for (let i = 0; i < MORE_THAN_A_PAGE; i++)
    created.unshift(await walker.createEvent({ title: `Walk ${i}`, origin_system: 'Walker' }))
  expect(await walker.listEvents()).toEqual([...created, ...before])

  const [event = ''] = created
  expect(await walker.readEvent(event)).toEqual({ title: 'Walk 26', total_accepted: 0 })
  await walker.changeTitle(event, 'Long walk')
  const rsvps = [
    await walker.recordRsvp(event, 'one@example.org'),
    await walker.recordRsvp(event, 'other@example.org'),
  ]
  expect(await walker.recordRsvp(event, 'ONE@example.org')).toBe(rsvps[0])
  expect(await walker.listRsvps(event)).toEqual(rsvps.reverse())
  expect(await walker.readEvent(event)).toEqual({ title: 'Long walk', total_accepted: 2 })

  const refusal = await walker.createNothing()
  expect(refusal).toEqual({ status: 400, error: 'origin_system is required (and 1 more)' })
}
