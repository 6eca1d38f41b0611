import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { instant, text } from '../../../lib/fields/values.js'
import { newMessage, requireMessage } from '../../../lib/mail/message.js'
import { messageTo } from '../../../lib/mail/emails/message-email.js'
import { workMailing } from '../../../lib/mail/sending/mailings.js'
import { command } from '../../command.js'
import { UsageError } from '../../errors.js'
import { formatDetails } from '../../output/format.js'
import { openSending } from '../../mail.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { emailAddress, optional, required } from '../../options.js'
import { find } from '../target/run.js'

/** Pauses of this process while another one works on the message, or the server that takes the emails is away. */
const SHORTEST_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 30_000

export const send = command({
  name: 'send',
  does: 'Write to everyone whom a targeting query finds and who is subscribed, each once',
  example: 'mail send --query 4be1c7a0-… --subject "Thank you" --html-file thanks.html',
  options: {
    query: required('--query <id>', 'id of the targeting query', text),
    subject: required('--subject <text>', 'one line; {given_name} and {group} are filled in', text),
    html_file: required('--html-file <path>', 'what the email says, as HTML', text),
    test_to: optional('--test-to <email>', 'send it to this address alone', emailAddress),
    at: optional('--at <time>', 'when it is sent, in UTC; now without it', instant),
  },
  run: async ({ query: id, subject, html_file, test_to, at }, context) => {
    const html = await readFile(html_file, 'utf8').catch((error: unknown) => {
      throw new UsageError(`"${html_file}" cannot be read: ${(error as Error).message}.`)
    })
    requireMessage({ subject, html })
    const failures: string[] = []
    const sending = await openSending(context, (reason) => failures.push(reason))
    const { queries, table } = await context.open()
    const query = await ofAnyone(queries, id)
    if (test_to !== undefined) {
      const person = { id: randomUUID(), owner: query.owner, given_name: 'Ada' }
      const { mail } = messageTo(test_to, { subject, html }, person, await sending.messageContextOf(query))
      await sending.mailer?.send({ ...mail, id: randomUUID() })
      return { json: { test_to, sent: 1 }, text: `A test was sent to ${test_to}.` }
    }
    const result = await find(query, table, context)
    const now = new Date()
    const due = at === undefined ? now : new Date(at)
    const message = newMessage({ subject, html }, { id: randomUUID(), owner: query.owner, result, due, now })
    await sending.mailings.create(message)
    if (due > now) return { json: message, text: formatDetails({ id: message.id, due_date: message.due_date }) }
    // The service may be at it already.
    for (let wait = SHORTEST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      if ((await workMailing(message.id, sending, Infinity)) > 0) wait = SHORTEST_PAUSE_MS
      const state = await sending.mailings.find(message.id)
      if (state?.kind !== 'message' || state.status === 'done' || state.status === 'paused') {
        const outcome = { id: message.id, query: id, total: message.total, sent: state?.sent ?? 0 }
        const said = failures.map((reason) => `Not sent: ${reason}`)
        return { json: outcome, text: [formatDetails(outcome), ...said].join('\n') }
      }
      await pause(wait)
    }
  },
})
