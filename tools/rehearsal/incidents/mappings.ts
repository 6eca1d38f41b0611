import { ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { DynamoDBRecord } from 'aws-lambda'
import { idOf } from '../../../infra/names.js'
import { type StreamMapping, streamMappings } from '../../../infra/queues/streams.js'
import { queues } from '../../../lib/app/queues.js'
import { type StreamReader, openStream } from '../../../local/stream/stream-reader.js'
import type { Scene } from '../main.js'
import type { Functions } from './functions.js'

/** A mapping of the stream, with what it has read and not handed on. */
interface Stream extends StreamMapping {
  reader: StreamReader
  rest: DynamoDBRecord[]
}

interface Reported {
  batchItemFailures?: { itemIdentifier: string }[]
}

/*
 * The event source mappings of the deployment: what each of them reads goes to its function, unless it is disabled. A
 * message that failed is offered again at once, where AWS waits until it is visible again. Functions that look into
 * their queue each minute are called as their schedule would.
 */

export interface Mappings {
  /** Hands on what is there, until nothing is left that is not hidden. @returns the lines of the functions */
  work: () => Promise<string[]>
}

export function openMappings(scene: Scene, functions: Functions): Mappings {
  const endpoint = scene.environment.AWS_ENDPOINT_URL
  const sqs = new SQSClient({ endpoint, region: scene.environment.AWS_REGION, md5: false })
  const streams = streamMappings.map((mapping): Stream => ({
    ...mapping,
    reader: openStream({ endpoint, tableName: 'turnout-dev' }, 'TRIM_HORIZON'),
    rest: [],
  }))

  const enabled = async (name: string) => {
    const FunctionName = `turnout-dev-${idOf({ name })}`
    const { EventSourceMappings = [] } = await scene.lambda.send(new ListEventSourceMappingsCommand({ FunctionName }))
    return EventSourceMappings.some(({ State }) => State === 'Enabled')
  }

  /** @returns whether there was something */
  const readStream = async (
    { consumer, accepts, batchSize, reader, rest }: Stream,
    said: string[],
  ): Promise<boolean> => {
    if (!(await enabled(consumer))) return false
    rest.push(...(await reader.read()).filter(accepts))
    if (rest.length === 0) return false
    const batch = rest.slice(0, batchSize)
    const { error, failed } = await run(consumer, batch, said)
    // It stays in the stream, and is read again when the mapping is looked at the next time.
    if (error || failed.length > 0) return false
    rest.splice(0, batch.length)
    return true
  }

  const run = async (consumer: string, Records: object[], said: string[]) => {
    const invoked = await functions.run(consumer, { Records })
    said.push(...invoked.written)
    const { batchItemFailures = [] } = (invoked.response ?? {}) as Reported
    return { error: invoked.error, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) }
  }

  const polled = queues.filter(({ everyMinute }) => !everyMinute)

  const readQueue = async (name: string, batchSize: number, said: string[]): Promise<boolean> => {
    const consumer = `queues/${name}`
    if (!(await enabled(consumer))) return false
    const QueueUrl = `${endpoint}/123456789012/turnout-dev-${name}`
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: Math.min(batchSize, 10) }),
    )
    if (Messages.length === 0) return false
    const { error, failed } = await run(consumer, Messages.map(recordOf), said)
    for (const { MessageId = '', ReceiptHandle } of Messages)
      await (error || failed.includes(MessageId)
        ? sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }))
        : sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })))
    return true
  }

  return {
    async work() {
      const said: string[] = []
      for (const { name } of queues.filter(({ everyMinute }) => everyMinute)) {
        const { error } = await run(`queues/${name}`, [], said)
        if (error) throw new Error(`queues/${name} has failed: ${JSON.stringify(error)}`)
      }
      for (let busy = true; busy;) {
        busy = false
        for (const stream of streams) busy = (await readStream(stream, said)) || busy
        for (const { name, batchSize } of polled) busy = (await readQueue(name, batchSize, said)) || busy
      }
      return said
    },
  }
}

const recordOf = ({ MessageId: messageId, Body: body, ReceiptHandle: receiptHandle }: Message) => ({
  messageId,
  body,
  receiptHandle,
  eventSource: 'aws:sqs',
})
