import type { Site } from '../runtime/site.js'
import type { Table } from '../table/table.js'
import type { MailRequest, Rendered } from './mail-request.js'

/** The context in which emails are written. */
export interface MailContext {
  table: Table
  site: Site
  /** The address that emails are from. */
  sender: string
  now: () => Date
  /** The time against which due emails are judged: later than now where a command asks for what will be due. */
  asOf: () => Date
}

/** A kind of mail, or several that are written alike. */
export interface KindOfMail<Request extends MailRequest = never> {
  /** Its names in requests, which the header X-Turnout-Kind says, too. */
  names: readonly string[]
  /**
   * Reads what the email of a request is to say, and writes it.
   * @returns undefined when none is needed any more
   */
  write: (request: Request, context: MailContext) => Promise<Rendered | undefined>
}

/** Returns what writes the email of a request of one of some kinds. */
export const writerOf =
  (kinds: readonly KindOfMail[], context: MailContext) =>
  async (request: MailRequest): Promise<Rendered | undefined> => {
    const kind = kinds.find(({ names }) => names.includes(request.kind))
    if (!kind) throw new Error(`No email is called ${request.kind}.`)
    return kind.write(request as never, context)
  }
