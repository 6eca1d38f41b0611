import type { Queue } from '../../lib/queues/queues.js'
import { pascal } from '../names.js'

/* The logical ids of a queue and of the role of its function, and references to them. */

export const queueId = (name: string) => `${pascal(name)}Queue`
export const queueRole = ({ name }: Pick<Queue, 'name'>) => `Queues${pascal(name)}Role`
export const queueArn = (name: string) => ({ 'Fn::GetAtt': [queueId(name), 'Arn'] })
export const queueName = (name: string) => ({ 'Fn::GetAtt': [queueId(name), 'QueueName'] })
