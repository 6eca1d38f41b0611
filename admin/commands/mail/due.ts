import { instant } from '../../../lib/fields/values.js'
import { sendDueMail } from '../../../lib/mail/sending/due.js'
import { command } from '../../command.js'
import { openSending } from '../../mail.js'
import { required } from '../../options.js'

export const due = command({
  name: 'due',
  does: 'Send all mail that is due at a time, as the schedule of the service would',
  example: 'mail due --at 2026-11-03T18:30:00Z --json',
  options: { at: required('--at <time>', 'as if it were then, in UTC: 2026-11-03T18:30:00Z', instant) },
  run: async ({ at }, context) => {
    const failures: string[] = []
    const sending = await openSending(context, (reason) => failures.push(reason), new Date(at))
    const sent = await sendDueMail(new Date(at), sending, { until: Infinity, patient: true })
    const said = failures.map((reason) => `Not sent: ${reason}`)
    return { json: { sent }, text: [`${sent} mails were sent.`, ...said].join('\n') }
  },
})
