import { queues } from '../../lib/app/queues.js'
import { type Queue, isInUse } from '../../lib/queues/queue.js'
import { common } from '../api/functions.js'
import type { Settings } from '../settings.js'
import { concurrencyOfQueue } from './concurrency.js'
import { QUEUES_URL, queueArn, queueId, queueRole } from './queue-names.js'

/* The queues of lib/app/queues.ts as resources of the template, and the functions that consume them. */

/** A message that is under way is offered to no one else, and a little longer than an invocation may take. */
const visibility = ({ seconds }: Queue) => seconds + 30

/** The longest that SQS keeps messages, 14 days: nothing is dropped before a person has looked. */
const KEPT_SECONDS = 1_209_600

/** The queues. What a function could not handle goes to the failure queue. */
export const queueResources = (all: readonly Queue[] = queues): Record<string, object> =>
  Object.fromEntries(
    all.map((queue) => [
      queueId(queue.name),
      {
        Type: 'AWS::SQS::Queue',
        Properties: {
          // Senders know the URL of the queue by this name.
          QueueName: `\${self:service}-\${sls:stage}-${queue.name}`,
          MessageRetentionPeriod: KEPT_SECONDS,
          VisibilityTimeout: visibility(queue),
          SqsManagedSseEnabled: true,
          RedrivePolicy: {
            deadLetterTargetArn: { 'Fn::GetAtt': ['FailureQueue', 'Arn'] },
            maxReceiveCount: queue.attempts,
          },
        },
      },
    ]),
  )

/** The functions as entries of serverless.yml. A queue without messages is not polled: that costs. */
export const queueFunctionEntries = (
  settings: Pick<Settings, 'mail' | 'accountConcurrency'>,
  all: readonly Queue[] = queues,
): Record<string, object> =>
  Object.fromEntries(
    all.map((queue) => [
      `queues-${queue.name}`,
      {
        ...common(`queues-${queue.name}`),
        role: queueRole(queue),
        timeout: queue.seconds,
        ...(queue.computes && { memorySize: 1769 }),
        ...(queue.mails && { layers: [{ Ref: 'ExplorerLambdaLayer' }] }),
        ...(queue.finds && { layers: [{ Ref: 'LocationsLambdaLayer' }] }),
        ...(queue.everyMinute ? ofSchedule(queue, settings) : ofMapping(queue, settings)),
      },
    ]),
  )

const ofMapping = (queue: Queue, settings: Pick<Settings, 'mail' | 'accountConcurrency'>) => ({
  events: [
    {
      sqs: {
        arn: queueArn(queue.name),
        enabled: isInUse(queue, settings.mail),
        batchSize: queue.batchSize,
        ...(queue.windowSeconds && { maximumBatchingWindow: queue.windowSeconds }),
        maximumConcurrency: concurrencyOfQueue(settings, queue.concurrency),
        functionResponseType: 'ReportBatchItemFailures',
      },
    },
  ],
})

const ofSchedule = (queue: Queue, { mail }: Pick<Settings, 'mail'>) => ({
  environment: { QUEUES_URL },
  // The next run finds in the queue whatever this one has left.
  maximumRetryAttempts: 0,
  events: [{ schedule: { rate: ['rate(1 minute)'], enabled: isInUse(queue, mail) } }],
})
