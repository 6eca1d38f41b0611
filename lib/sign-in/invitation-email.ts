import type { KindOfMail } from '../mail/kind-of-mail.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { write } from '../mail/sending/wording.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'
import type { Invitation } from './sign-in-requests.js'
import { accessOfAddress } from './store/sign-in-store.js'

/**
 * The email to a new member of a group: who has invited the person, and where to sign in. It holds no link that signs
 * in: it may lie unread for weeks. An address that has no role in the group any more gets none.
 * @param page the path of the page that asks for the address
 */
export const invitationMail = (page: string): KindOfMail<Invitation> => ({
  names: ['invited'],
  async write({ kind, owner, address, by, language: wanted }, { table, site }) {
    const roles = await accessOfAddress(table, address)
    if (!roles.some((each) => each.owner === owner)) return undefined
    const { settings, title } = await wordingsFor(table, owner)
    const { language, messages } = mailMessagesFor(wanted)
    const values = {
      group: title ?? '',
      by,
      address,
      link: { address: `${site.publicUrl}${page}?${new URLSearchParams({ email: address }).toString()}` },
    }
    return {
      owner,
      mail: {
        kind,
        to: { address },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
})
