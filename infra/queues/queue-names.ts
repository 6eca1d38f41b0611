import type { Queue } from '../../lib/queues/queue.js'
import { pascal } from '../names.js'

/* The logical ids of a queue and of the role of its function, its URL, and references to them. */

/** The beginning of the URLs of all queues; the name of a queue follows. */
export const QUEUES_URL = {
  'Fn::Sub': 'https://sqs.${AWS::Region}.${AWS::URLSuffix}/${AWS::AccountId}/${self:service}-${sls:stage}-',
}

export const queueId = (name: string) => `${pascal(name)}Queue`
export const queueRole = ({ name }: Pick<Queue, 'name'>) => `Queues${pascal(name)}Role`
export const queueArn = (name: string) => ({ 'Fn::GetAtt': [queueId(name), 'Arn'] })
export const queueName = (name: string) => ({ 'Fn::GetAtt': [queueId(name), 'QueueName'] })
