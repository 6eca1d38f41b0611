import { queues } from '../../lib/queues/queues.js'

/* Functions that no request calls. infra/queues/streams.yml and queues.ts have their events. */

/** What CloudFormation calls in a launched stack (infra/launch/template.ts). */
export const launched = ['launch/first-organiser']

export const sequencers = ['streams/assign-ordinals', 'schedules/sweep-pending']
export const consumers = [
  ...sequencers,
  'streams/fan-out',
  'schedules/send-due-mail',
  ...queues.map(({ name }) => `queues/${name}`),
]
