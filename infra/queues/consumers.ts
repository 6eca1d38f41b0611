import { queues } from '../../lib/queues/queues.js'

/* Functions that no request calls. infra/queues/streams.yml and queues.ts have their events. */

export const sequencers = ['streams/assign-ordinals', 'streams/sweep-pending']
export const consumers = [
  ...sequencers,
  'streams/fan-out',
  'streams/send-due-mail',
  ...queues.map(({ name }) => `queues/${name}`),
]
