import { expect } from 'vitest'
import type { ScenarioClient } from './scenario-client.js'

const MORE_THAN_A_PAGE = 27

/** The scenario that every client must be able to run. */
export async function runScenario(client: ScenarioClient): Promise<void> {
  const before = await client.listEvents()
  const created: string[] = []
  for (let i = 0; i < MORE_THAN_A_PAGE; i++)
    created.unshift(await client.createEvent({ title: `Walk ${i}`, origin_system: 'Walker' }))
  expect(await client.listEvents()).toEqual([...created, ...before])

  const [event = ''] = created
  expect(await client.readEvent(event)).toEqual({ title: 'Walk 26', total_accepted: 0 })
  await client.changeTitle(event, 'Long walk')
  const rsvps = [await client.recordRsvp(event, 'one@example.org'), await client.recordRsvp(event, 'other@example.org')]
  expect(await client.recordRsvp(event, 'ONE@example.org')).toBe(rsvps[0])
  expect(await client.listRsvps(event)).toEqual(rsvps.reverse())
  expect(await client.readEvent(event)).toEqual({ title: 'Long walk', total_accepted: 2 })

  const refusal = await client.createNothing()
  expect(refusal).toEqual({ status: 400, error: 'origin_system is required (and 1 more)' })
}
