import type { Suppression } from '../bounce.js'
import type { MailFacts, MailOutcome } from '../mail-request.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { writeAlone, changing } from '../../table/transaction.js'
import { all, has, lacks } from '../../table/condition.js'

/*
 * The counters of a message's report. The mails of a page are counted with the page (mailing-store.ts). What happens to
 * a single email apart from its page is counted in the transaction that notes it.
 */

/** The counter of what became of an email; mails that were not needed are in no report. */
const OUTCOMES: Partial<Record<MailOutcome, string>> = { sent: 'sent', refused: 'refused' }

const NOTICES = {
  bouncing: { noticed: 'bounce', counted: 'bounced' },
  'spam complaint': { noticed: 'complaint', counted: 'complained' },
}

/**
 * Notes what became of an email, and counts it for the report of its message.
 * @returns false for an email of no message; nothing is written then
 */
export async function finishCounted(
  table: Table,
  item: Item,
  { mailing, outcome }: MailFacts & { outcome: MailOutcome },
): Promise<boolean> {
  const counter = OUTCOMES[outcome]
  if (mailing === undefined || counter === undefined) return false
  await writeAlone(table, () => [
    {
      Put: {
        TableName: table.name,
        Item: { ...item, counted: true },
        ConditionExpression: 'attribute_not_exists(outcome)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    count(table, mailing, counter),
  ])
  return true
}

/** Counts a notice about an email of a message: once, and a bounce apart from a complaint. */
export async function countNotice(table: Table, mailing: string, mail: string, reason: Suppression): Promise<void> {
  const { noticed, counted } = NOTICES[reason]
  await writeAlone(table, () => [
    changing(table, keyOf.mail(mail), { set: { [noticed]: true } }, all(has('pk'), lacks(noticed))),
    count(table, mailing, counted),
  ])
}

/** A message is kept for longer than anything is heard of its emails. */
const count = (table: Table, mailing: string, counter: string): TransactItem =>
  changing(table, keyOf.mailing(mailing), { add: { [counter]: 1 } })
