import type { EventMail } from '../kinds-of-event-email.js'
import type { MailWording, MailWordings } from '../mail-wording.js'
import { settingsIn } from '../../access/owner-settings.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import type { Owner } from '../../runtime/owner.js'
import { PutCommand } from '../../table/client/commands.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { writeSingle } from '../../table/write.js'

/** The settings that the emails of an owner, or of one of its events, depend on. */
export interface MailSettingsOf {
  settings: OwnerSettings
  title?: string | undefined
  browser_url?: string | undefined
  ofOwner: MailWordings
  ofEvent: MailWordings
}

/** @param of an owner, or the id of an event */
export const findWordings = async (table: Table, of: string): Promise<MailWordings> =>
  wordingsIn(await getOne(table, keyOfWordings(of)))

/**
 * Sets the wording of a kind of mail; an empty one sets it back to what it is by default. When two organizers word
 * mails at once, the last one wins.
 */
export async function setWordings(table: Table, of: string, kind: EventMail, wording: MailWording): Promise<void> {
  const { [kind]: _before, ...others } = await findWordings(table, of)
  const wordings = Object.keys(wording).length > 0 ? { ...others, [kind]: wording } : others
  const Item = { ...keyOfWordings(of), ...(isOwner(of) ? { owner: of } : { event: of }), wordings }
  await writeSingle(table, () => new PutCommand({ TableName: table.name, Item }))
}

/** Reads what an email depends on: one request. */
export async function wordingsFor(table: Table, owner: Owner, event?: string): Promise<MailSettingsOf> {
  const keys = [keyOfOwner(owner), keyOf.mailWordings(owner), ...(event ? [keyOf.eventMailWordings(event)] : [])]
  const [item = {}, ofOwner, ofEvent] = await getMany(table, keys, { consistent: true })
  return {
    settings: settingsIn(item),
    title: (item as Record<string, unknown>)['title'] as string | undefined,
    browser_url: (item as Record<string, unknown>)['browser_url'] as string | undefined,
    ofOwner: wordingsIn(ofOwner),
    ofEvent: wordingsIn(ofEvent),
  }
}

const isOwner = (of: string) => of.includes(':')

/** Returns the key of the wordings of an owner, or of an event by its id. */
const keyOfWordings = (of: string) => (isOwner(of) ? keyOf.mailWordings(of) : keyOf.eventMailWordings(of))

export const wordingsIn = (item: Record<string, unknown> | undefined): MailWordings =>
  (item?.['wordings'] as MailWordings | undefined) ?? {}
