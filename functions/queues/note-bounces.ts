import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { type Notice, noteBounce } from '../../lib/domain/mail/bounces/note-bounce.js'
import { handleEach } from '../../lib/queues/messages.js'
import { type Service } from '../../lib/service.js'
import { bounceDependencies } from '../../lib/service/mail.js'

/** Notes what Amazon SES says of mails: addresses that do not exist, and people who complain. */
export const endpoint = (service: Service) => {
  const dependencies = bounceDependencies(service)
  return (event: SQSEvent): Promise<SQSBatchResponse> =>
    handleEach<Notice>(event, 'note a bounce', (notice) => noteBounce(notice, dependencies))
}
