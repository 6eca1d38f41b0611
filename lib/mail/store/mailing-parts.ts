import { secondsOf } from '../../fields/seconds.js'
import { derivedId } from '../../fields/identifier.js'
import type { EventMailing, MessageMailing, PartMailing } from '../mailing.js'
import { type Table, keyOf } from '../../table/table.js'
import { putAllIfAbsent, putNew, updateIgnoringConflict, writeAlone, changing } from '../../table/transaction.js'
import { DUE_MAIL, OF_DUE_MAILINGS, dueAttributes } from './due-mail.js'
import { ANNOUNCES_MAIL } from './mail-cause.js'
import { MAILING_KEPT_S } from './mailing-items.js'
import { all, has, is, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

/*
 * The parts of a mailing are mailings without a text. Their ids follow from that of the whole, so that a process that
 * crashes while it makes them is followed by one that makes the same.
 */

const idOf = (mailing: string, part: number) => derivedId('mailing_part', mailing, String(part))

export function mailingParts(table: Table) {
  return {
    /** Makes the parts of a mailing, which other processes work off. Repeating it changes nothing. */
    async split(
      { id, owner, created_date }: EventMailing | MessageMailing,
      parts: Pick<PartMailing, 'position' | 'end'>[],
      now: Date,
    ): Promise<void> {
      const items = parts.map((positions, i): PartMailing => ({
        id: idOf(id, i),
        kind: 'part',
        part_of: id,
        owner,
        sent: 0,
        refused: 0,
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
      await updateIgnoringConflict(table, change(keyOf.mailing(id), { set: { parts: parts.length } }, lacks('parts')))
    },

    /** Lets the parts go on that no process works on. */
    async wake({ id, parts = 0 }: EventMailing | MessageMailing, now: Date): Promise<void> {
      const { since } = dueAttributes('mailing', now)
      await Promise.all(
        Array.from({ length: parts }, (_, i) =>
          updateIgnoringConflict(
            table,
            change(
              keyOf.mailing(idOf(id, i)),
              { set: { since, ...ANNOUNCES_MAIL } },
              all(has(DUE_MAIL), lacks('leased_until')),
            ),
          ),
        ),
      )
    },

    /** Ends a part, and counts its emails for the whole. */
    async finishPart({ id, part_of, sent, refused = 0 }: PartMailing, now: Date): Promise<void> {
      await writeAlone(table, () => [
        changing(
          table,
          keyOf.mailing(id),
          { set: { finished_date: now.toISOString() }, remove: OF_DUE_MAILINGS },
          all(has(DUE_MAIL), is('sent', sent), is('refused', refused)),
        ),
        changing(table, keyOf.mailing(part_of), { add: { parts_done: 1, sent, refused } }),
      ])
    },
  }
}
