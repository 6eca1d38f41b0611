import { secondsOf } from '../../../domain/access/sign-in.js'
import { derivedId } from '../../../domain/identifier.js'
import type { MailingStore, PartMailing } from '../../../domain/mail/mailing.js'
import { type Table, keyOf } from '../../table.js'
import { putAllIfAbsent, putNew, updateIgnoringConflict, writeAlone } from '../../transaction.js'
import { DUE_MAIL, dueAttributes } from './due-mail.js'
import { ANNOUNCES_MAIL } from './mail-cause.js'
import { MAILING_KEPT_S } from './mailing-items.js'

/*
 * The parts of a mailing are mailings without a text. Their ids follow from that of the whole, so that a process that
 * crashes while it makes them is followed by one that makes the same.
 */

const idOf = (mailing: string, part: number) => derivedId('mailing_part', mailing, String(part))

export function mailingParts(table: Table): Pick<MailingStore, 'split' | 'wake' | 'finishPart'> {
  return {
    async split({ id, owner, created_date }, parts, now) {
      const items = parts.map((positions, i): PartMailing => ({
        ...{ id: idOf(id, i), kind: 'part', part_of: id, owner, sent: 0, refused: 0 },
        ...positions,
        created_date: now.toISOString(),
      }))
      await putAllIfAbsent(
        table,
        items.map((item) =>
          putNew(table, keyOf.mailing(item.id), {
            ...item,
            ...ANNOUNCES_MAIL,
            // Whatever works off what is due finds them in the same run.
            ...dueAttributes('mailing', new Date(created_date)),
            expires: secondsOf(now) + MAILING_KEPT_S,
          }),
        ),
      )
      await updateIgnoringConflict(table, {
        Key: keyOf.mailing(id),
        UpdateExpression: 'SET #parts = :parts',
        ConditionExpression: 'attribute_not_exists(#parts)',
        ExpressionAttributeNames: { '#parts': 'parts' },
        ExpressionAttributeValues: { ':parts': parts.length },
      })
    },

    async wake({ id, parts = 0 }, now) {
      const { since } = dueAttributes('mailing', now)
      await Promise.all(
        Array.from({ length: parts }, (_, i) =>
          updateIgnoringConflict(table, {
            Key: keyOf.mailing(idOf(id, i)),
            UpdateExpression: 'SET since = :now, announces = :mail',
            ConditionExpression: `attribute_exists(${DUE_MAIL}) AND attribute_not_exists(leased_until)`,
            ExpressionAttributeValues: { ':now': since, ':mail': ANNOUNCES_MAIL.announces },
          }),
        ),
      )
    },

    async finishPart({ id, part_of, sent, refused = 0 }, now) {
      await writeAlone(table, () => [
        {
          Update: {
            TableName: table.name,
            Key: keyOf.mailing(id),
            UpdateExpression: `SET finished_date = :now REMOVE ${DUE_MAIL}, since, leased_until, leased_by, announces`,
            ConditionExpression: `attribute_exists(${DUE_MAIL}) AND sent = :sent AND refused = :refused`,
            ExpressionAttributeValues: { ':now': now.toISOString(), ':sent': sent, ':refused': refused },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Update: {
            TableName: table.name,
            Key: keyOf.mailing(part_of),
            UpdateExpression: 'ADD parts_done :one, sent :sent, refused :refused',
            ExpressionAttributeValues: { ':one': 1, ':sent': sent, ':refused': refused },
          },
        },
      ])
    },
  }
}
