import { queues } from '../../lib/queues/queues.js'

/* Functions that no request calls. infra/queues/streams.yml and queues.ts have their events. */

export const sequencers = ['streams/assign-ordinals', 'schedules/sweep-pending']
export const consumers = [
  ...sequencers,
  'streams/fan-out',
  'schedules/send-due-mail',
  ...queues.map(({ name }) => `queues/${name}`),
]
