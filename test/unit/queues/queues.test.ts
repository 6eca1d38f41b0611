import { expect, it } from 'vitest'
import { queueResources } from '../../../infra/queues/queues.js'
import { queues } from '../../../lib/app/queues.js'

it('each queue offers a message at least five times, as an attempt that finds no instance counts', () => {
  const resources = queueResources() as Record<string, any>
  const offered = Object.values(resources).map(({ Properties }) => Properties.RedrivePolicy.maxReceiveCount as number)
  expect(offered).toHaveLength(queues.length)
  for (const count of offered) expect(count).toBeGreaterThanOrEqual(5)
})
