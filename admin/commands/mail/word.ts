import { readFile } from 'node:fs/promises'
import { EVENT_MAILS } from '../../../lib/mail/kinds-of-event-email.js'
import { text } from '../../../lib/fields/values.js'
import { checkedWording } from '../../../lib/mail/mail-wording.js'
import { keyOfOwner } from '../../../lib/table/items/items.js'
import { getOne } from '../../../lib/table/reads.js'
import { findWordings, setWordings } from '../../../lib/mail/store/mail-wordings.js'
import { command } from '../../command.js'
import { UsageError } from '../../errors.js'
import { formatDetails } from '../../output/format.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { oneOf, onOrOff, optional, orDefault, owner, ownerIn, required } from '../../options.js'

export const word = command({
  name: 'word',
  does: 'Say how an email is worded and whether it is sent, for a group, an account or an event',
  example: 'mail word --kind reminder --group 6f2b8f5e-… --subject "See you at {event}"',
  options: {
    ...owner,
    event: optional('--event <id>', 'id of an event, whose wording comes before that of its group', text),
    kind: required('--kind <kind>', EVENT_MAILS.join(', '), oneOf(EVENT_MAILS)),
    subject: optional('--subject <text>', 'one line; or default', orDefault(text)),
    body_file: optional(
      '--body-file <path>',
      'text with an empty line between paragraphs; or default',
      orDefault(text),
    ),
    sent: optional('--sent <on|off>', 'whether the email is sent', onOrOff),
  },
  run: async ({ event, kind, subject, body_file, sent, ...whose }, { open }) => {
    const { table, events } = await open()
    if (event !== undefined) await ofAnyone(events, event)
    const of = event ?? ownerIn(whose)
    if (event === undefined && !(await getOne(table, keyOfOwner(of))))
      throw new UsageError('There is no such group or account.')
    const body = typeof body_file === 'string' ? await readFile(body_file, 'utf8') : body_file
    const before = (await findWordings(table, of))[kind] ?? {}
    const wording = checkedWording(before, omitUndefined({ subject, body, is_sent: sent }))
    await setWordings(table, of, kind, wording)
    return { json: { kind, ...wording }, text: formatDetails({ kind, ...wording }) }
  },
})
