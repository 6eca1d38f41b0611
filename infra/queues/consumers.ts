import { queues } from '../../lib/queues/queues.js'

/* Functions that no request calls; their events stand in infra/queues/streams.yml, those of queues in infra/queues/queues.ts. */

export const sequencers = ['streams/assign-ordinals', 'streams/sweep-pending']
export const consumers = [
  ...sequencers,
  'streams/fan-out',
  'streams/send-due-mail',
  ...queues.map(({ name }) => `queues/${name}`),
]
