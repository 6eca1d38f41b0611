import { secondsOf } from '../../fields/seconds.js'
import { EDITS_MS } from '../../mail/kinds-of-event-email.js'
import type { KeptEdit, SeriesEdit } from '../series-edit.js'
import { change } from '../../table/change.js'
import { all, has, lacks } from '../../table/condition.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, putIfAbsent, updateIgnoringConflict } from '../../table/transaction.js'
import { DUE_MAIL, dueAttributes } from '../../mail/store/due-mail.js'
import { ANNOUNCES_MAIL } from '../../mail/store/mail-cause.js'
import { MAILING_KEPT_S } from '../../mail/store/mailing-items.js'

/** Keeps edits of several dates of a series until people are told of them, and as long as their mailings. */
export function seriesEdits(table: Table) {
  return {
    /** @returns undefined for one that is not known, or no longer kept */
    async findEdit(id: string): Promise<KeptEdit | undefined> {
      const item = await getOne(table, keyOf.seriesEdit(id))
      return item && valueOf<KeptEdit>(item)
    },

    /** Keeps an edit, unless there is one. People are told of it after a while. */
    async beginEdit(edit: SeriesEdit): Promise<void> {
      const since = new Date(edit.created_date)
      await putIfAbsent(table, keyOf.seriesEdit(edit.id), {
        ...edit,
        ...dueAttributes('mailing', new Date(since.getTime() + EDITS_MS)),
        expires: secondsOf(since) + MAILING_KEPT_S,
      })
    },

    /** Notes that all dates are written. Of a cancellation, people are told at once. */
    async endEdit({ id, kind }: Pick<SeriesEdit, 'id' | 'kind'>): Promise<void> {
      const key = keyOf.seriesEdit(id)
      const atOnce = { ...dueAttributes('mailing', new Date()), ...ANNOUNCES_MAIL }
      const set = { written: true, ...(kind === 'cancelled' && atOnce) }
      const { item } = await changeItem(table, key, { set }, all(has('id'), lacks('told')))
      if (!item) await updateIgnoringConflict(table, change(key, { set: { written: true } }, has('id')))
    },

    /** Forgets an edit that has changed nothing. */
    async dropEdit(id: string): Promise<void> {
      const changes = { set: { written: true, told: [] }, remove: [DUE_MAIL, 'since'] }
      await updateIgnoringConflict(table, change(keyOf.seriesEdit(id), changes, has('id')))
    },
  }
}
