import type { Context } from 'hono'
import { mayDo } from '../../access/permissions.js'
import type { Autoresponse } from '../record-attendance.js'
import { MOST_NOTE } from '../../fields/read-decision.js'
import { faultsOfLinks } from '../../mail/strangers-text.js'
import type { ManageEnv } from '../../manage/environment.js'
import { OsdiError } from '../../runtime/errors.js'

/*
 * A link of the team is a secret that anybody may hold who got it, and its holder may add any address. So the emails
 * that a helper causes stay within the limit of the mailbox, as those of a form do, and hold no link of theirs.
 */

/** Returns how people are emailed what the one who is at the page does with their RSVPs. */
export const emailsOf = (c: Context<ManageEnv>): { autoresponse?: Autoresponse } =>
  c.get('helper') ? { autoresponse: 'form' } : {}

/**
 * Returns a note as a person gets it in an email; undefined for none.
 * @throws OsdiError invalid, where it has a link and its writer may not write messages
 */
export function noteIn(c: Context<ManageEnv>, typed = ''): string | undefined {
  const note = typed.trim().slice(0, MOST_NOTE)
  const faults = mayDo(c.get('owner').role, 'target') ? [] : faultsOfLinks({ note })
  if (faults.length > 0) throw new OsdiError('invalid', 'The note has a link', faults)
  return note || undefined
}
