import { queues } from '../../lib/app/queues.js'
import { followers } from './streams.js'

/* Functions that no request calls. infra/queues/streams.yml and queues.ts have their events. */

/** Functions that CloudFormation calls in a launched stack (infra/launch/template.ts). */
export const launched = ['launch/first-organizer']

export const sequencers = ['streams/assign-ordinals', 'schedules/sweep']
export const consumers = [...followers, ...queues.map(({ name }) => `queues/${name}`)]
