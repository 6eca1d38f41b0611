import type { MailRequest, Rendered } from '../mail/mail-request.js'
import { mailMessagesFor } from '../mail/texts/messages.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { write } from '../mail/sending/wording.js'
import type { WritingDependencies } from '../app/write-mail.js'

/**
 * Writes the mail to a new member of a group: who has invited the person, and where to sign in. It holds no link that
 * signs in: it may lie unread for weeks.
 * @returns undefined for an address that has no role in the group any more
 */
export async function invitationMail(
  { owner, address, by, language: wanted }: Extract<MailRequest, { kind: 'invited' }>,
  {
    signIns,
    site,
    readFor,
    signInPage,
  }: Pick<WritingDependencies, 'signIns' | 'site' | 'readFor' | 'signInPage'>,
): Promise<Rendered | undefined> {
  const roles = await signIns.accessOf(address)
  if (!roles.some((each) => each.owner === owner)) return undefined
  const { settings, title } = await readFor(owner)
  const { language, messages } = mailMessagesFor(wanted)
  const values = {
    group: title ?? '',
    by,
    address,
    link: { address: `${site.publicUrl}${signInPage}?${new URLSearchParams({ email: address }).toString()}` },
  }
  return {
    owner,
    mail: {
      kind: 'invited',
      to: { address },
      ...write(messages.invited, values, { language, from: { ...lookOf(settings), title } }),
    },
  }
}
