import type { Queue } from '../queues/queue.js'

/** Emails that are due, and what plans them. */
export const sendQueue: Queue = {
  name: 'send-mail',
  takes: { attribute: 'announces', words: ['mail'], carries: ['event', 'person', 'mails'] },
  needs: ['send mail'],
  // Each part of a mailing has an invocation of its own.
  batchSize: 1,
  concurrency: 40,
  seconds: 120,
  // An email that a crashed process has claimed is offered until its claim has ended.
  attempts: 20,
  lateAfter: 900,
  mails: true,
  needsMail: true,
}

/** Notices of bounces and complaints, which Amazon SES puts into it by SNS. */
export const bounceQueue: Queue = {
  name: 'note-bounces',
  needs: ['note bounces'],
  batchSize: 10,
  // A run ends before the next one begins.
  concurrency: 1,
  seconds: 30,
  attempts: 5,
  lateAfter: 900,
  needsMail: true,
  everyMinute: true,
}
