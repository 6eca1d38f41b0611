import { derivedId } from '../../fields/identifier.js'
import { secondsOf } from '../../fields/seconds.js'
import { requestedMail } from '../../mail/store/requested-mail.js'
import { getOne } from '../../table/reads.js'
import type { Owner } from '../../runtime/owner.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, putNew, transact } from '../../table/transaction.js'
import type { TickedBox } from '../../visitors/browser-attendance.js'
import { type AskedOptIn, KEPT_LISTED_S, KEPT_S, ONCE_MS, type OptInMail, idOfOptIn } from '../opt-in.js'

/** A ticked box, as far as it is kept: its event says whose list it is of, and in which language the email is. */
type Asked = Omit<TickedBox, 'event'> & { event: Pick<TickedBox['event'], 'owner' | 'language'> }

/** Stores boxes until they are confirmed. */
export const optInStore = (table: Table) => ({
  /** Keeps a ticked box, with its email; the email of the last day, if there was one, stands for it. */
  async ask({ event, person, address, date, text, page }: Asked): Promise<void> {
    const { owner, language } = event
    const id = idOfOptIn(owner, address)
    const asked: AskedOptIn = { owner, person, date, text, page, ...(language && { language }) }
    const now = new Date(date)
    await transact(table, [
      {
        Put: {
          TableName: table.name,
          Item: { ...keyOf.askedOptIn(id), ...asked, expires: secondsOf(now) + KEPT_S },
          ConditionExpression: 'attribute_not_exists(pk) OR #date <= :dayAgo',
          ExpressionAttributeNames: { '#date': 'date' },
          ExpressionAttributeValues: { ':dayAgo': new Date(now.getTime() - ONCE_MS).toISOString() },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      putNew(
        table,
        keyOf.mail(derivedId('mail', 'opt-in', id, date)),
        requestedMail<OptInMail>({ kind: 'opt-in', opt_in: id, person, from_form: true }, now),
      ),
    ])
  },

  /** Asks a person of the list, once for all. @returns whether the person had not been asked before */
  async askListed({ address, ...asked }: Omit<AskedOptIn, 'is_listed'> & { address: string }): Promise<boolean> {
    const [id, now] = [idOfOptIn(asked.owner, address, 'opt-in-listed'), new Date(asked.date)]
    const request: OptInMail = { kind: 'opt-in-listed', opt_in: id, person: asked.person }
    const outcome = await transact(table, [
      putNew(table, keyOf.askedOptIn(id), { ...asked, is_listed: true, expires: secondsOf(now) + KEPT_LISTED_S }),
      putNew(table, keyOf.mail(derivedId('mail', 'opt-in-listed', id)), requestedMail(request, now)),
    ])
    return outcome === 'written'
  },

  /** Forgets what addresses in a list were asked: their names in the table follow from the addresses. */
  async forget(owner: Owner, addresses: string[]): Promise<void> {
    for (const address of addresses)
      for (const kind of ['opt-in', 'opt-in-listed'] as const)
        await deleteItem(table, keyOf.askedOptIn(idOfOptIn(owner, address, kind)))
  },

  async find(id: string, now: Date): Promise<AskedOptIn | undefined> {
    const item = await getOne(table, keyOf.askedOptIn(id))
    // DynamoDB removes what has expired within days.
    return item && Number(item['expires']) * 1000 > now.getTime() ? valueOf<AskedOptIn>(item) : undefined
  },
})
