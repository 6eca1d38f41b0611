import type { Owner } from '../../runtime/owner.js'
import type { OsdiEvent } from '../../events/event.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { Site } from '../../runtime/site.js'
import type { EventMail } from '../kinds-of-event-email.js'
import type { Rendered, WordingTest } from '../mail-request.js'
import type { MessageDraft } from '../message.js'
import type { chosenMails } from '../store/chosen-mails.js'
import type { mailingStore } from '../store/mailing-store.js'

/** The dependencies of pages of emails. */
export interface MailDependencies extends ManageDependencies {
  /** The mails about events that organizers choose. */
  chosenMails: ReturnType<typeof chosenMails>
  /** Messages to the people of queries; undefined where the installation sends no email. */
  messages: (ReturnType<typeof mailingStore> & { test: TestMessage }) | undefined
  /** Tests of the wordings of event mails; undefined where the installation sends no email. */
  mails: { test: (request: WordingTest) => Promise<unknown>; sample: SampleMail } | undefined
}

/** Mails a test. @returns false when the owner has had all tests of this hour */
type TestMessage = (owner: Owner, address: string, draft: MessageDraft) => Promise<boolean>

/** Writes an email to a person who is made up. */
type SampleMail = (
  kind: EventMail,
  event: OsdiEvent,
  test: Pick<WordingTest, 'address' | 'wording'>,
  context: { site: Site; settings: OwnerSettings; sender: string },
) => Rendered
