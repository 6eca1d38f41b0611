import { streamMappings } from '../../../infra/queues/streams.js'
import { type Announcement, announcementsIn } from '../../../lib/queues/announcements.js'
import { sendQueue } from '../../../lib/mail/mail-queues.js'
import type { Change } from '../dynamodb/dynamodb.js'
import { Mapping } from '../dynamodb/stream.js'
import type { Simulation } from '../simulation.js'
import type * as Sender from './sender.js'

/** The code that sends emails, as the machine prepares it. */
export const SENDER = 'tools/burst-model/mailing/sender'

/** A request to Amazon SES takes about so long from the same region. An assumption. */
export const SES_MS = 80
/** The time in which SQS hands a message on. An assumption, too. */
const QUEUE_MS = 20
const { concurrency, seconds } = sendQueue

/** The mails of a simulation's RSVPs. */
export interface Confirmations {
  sent: number
  doubled: number
}

/**
 * Sends the confirmations of RSVPs while they come: the second reader of the stream hands them to the queue, whose
 * invocations send them as fast as the account may.
 * @param shards of the stream
 */
export function sendConfirmations(
  simulation: Simulation,
  { shards, perSecond = 1_000 }: { shards: number; perSecond?: number },
): Confirmations {
  const { clock, code, dynamodb } = simulation
  const ids = new Set<string>()
  const confirmations: Confirmations = { sent: 0, doubled: 0 }
  const account: Sender.Account = {
    perSecond,
    sesMs: SES_MS,
    peopleOfPart: Infinity,
    report: (reason) => clock.fail(new Error(reason)),
    took: (id) => {
      if (ids.has(id)) confirmations.doubled++
      ids.add(id)
      confirmations.sent++
    },
  }
  const waiting: Announcement[] = []
  const idle = Array.from({ length: concurrency }, () => code.load(SENDER) as unknown as typeof Sender)
  const next = async (instance: typeof Sender): Promise<void> => {
    for (let message = waiting.shift(); message; message = waiting.shift())
      await instance.confirm(message, account, clock.now + seconds * 1_000)
    idle.push(instance)
  }
  const arrive = (message: Announcement) => {
    waiting.push(message)
    const instance = idle.pop()
    if (instance) next(instance).catch((error: unknown) => clock.fail(error))
  }
  const deployed = streamMappings.find(({ consumer }) => consumer === 'streams/fan-out')
  if (!deployed) throw new Error('infra/queues/streams.yml has no mapping for the fan-out')
  const { consumer: _, accepts, ...options } = deployed
  const fanOut = new Mapping({
    clock,
    shards,
    ...options,
    filter: ({ before, after }: Change) =>
      accepts({ eventName: before ? 'MODIFY' : 'INSERT', dynamodb: { NewImage: after } }),
    start: () => async (event) => {
      for (const { announcement } of announcementsIn(event.Records, [sendQueue]))
        clock.after(QUEUE_MS, () => arrive(announcement))
      return undefined
    },
  })
  const { onChange } = dynamodb
  dynamodb.onChange = (change) => {
    onChange(change)
    fanOut.take(change)
  }
  return confirmations
}
