import { nameQueue } from '../finding/name-queue.js'
import { bounceQueue, sendQueue } from '../mail/mail-queues.js'
import type { Queue } from '../queues/queue.js'
import { resultQueue } from '../targeting/result-queue.js'
import { collectQueue, deliverQueue } from '../webhooks/message-queues.js'

/** Every queue of the service. A function that consumes one may get a message twice, late, and in any order. */
export const queues: Queue[] = [resultQueue, collectQueue, deliverQueue, sendQueue, bounceQueue, nameQueue]
