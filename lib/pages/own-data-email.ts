import { selfServiceLink } from '../attendances/documents/self-service.js'
import { linkToken } from '../attendances/links/link-token.js'
import { findRsvp } from '../attendances/store/rsvp-store.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'
import { ownDataCode } from './own-data-code.js'
import type { OwnDataMail } from './own-data-request.js'
import { loadKeys } from '../attendances/links/link-key-store.js'

/** The email with the link to a person's own data. Its code is made here, so that it is nowhere but in the email. */
export const ownDataMail: KindOfMail<OwnDataMail> = {
  names: ['own-data'],
  async write({ kind, attendance }, { table, site, now }) {
    const rsvp = await findRsvp(table, attendance)
    const address = rsvp?.person.email_addresses[0]?.address
    if (!rsvp || address === undefined) return undefined
    const { owner, id: person } = rsvp.person
    const [{ settings, title }, keys] = await Promise.all([wordingsFor(table, owner), loadKeys(table)])
    const { language, messages } = mailMessagesFor(rsvp.event.language)
    const { href } = selfServiceLink(site, linkToken(keys, attendance))
    const values = { link: { address: `${href}/data?code=${ownDataCode(keys, attendance, now())}` } }
    return {
      owner,
      person,
      mail: {
        kind,
        from_name: title && oneLine(title),
        to: { address },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
}
