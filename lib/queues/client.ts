import { SQSClient } from '@aws-sdk/client-sqs'
import { type Environment, environmentAccount, queuesUrlOf } from '../runtime/environment.js'

/**
 * Opens the queues of this deployment. The client is made when it is first asked for.
 * @throws Error without QUEUES_URL in the environment
 */
export function openClient(environment: Pick<Environment, 'queuesUrl'>) {
  // The name of a queue follows.
  const queuesUrl = queuesUrlOf(environment)
  let client: SQSClient | undefined
  const endpoint = new URL(queuesUrl).origin
  return {
    client: () => (client ??= new SQSClient({ ...environmentAccount(), endpoint, md5: false })),
    urlOf: (queue: string) => queuesUrl + queue,
  }
}
