import type { Context } from 'hono'
import { mayDo } from '../../access/permissions.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Need } from '../../events/manage/home-page.manage.js'
import { isOver } from '../../events/upcoming.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { requestsPath } from '../../manage/paths.js'

/** Returns the events with requests that wait, of those that the home reads, for who may answer. */
export async function waitingRequests(c: Context<ManageEnv>, read: () => Promise<OsdiEvent[]>): Promise<Need[]> {
  if (!mayDo(c.get('owner').role, 'change_guests')) return []
  const now = new Date()
  return (await read())
    .filter((event) => event.totals.requested > 0 && event.status !== 'cancelled' && !isOver(event, now))
    .map(({ id, title, totals: { requested } }) => ({
      icon: 'users',
      title: c.get('texts').guests.toAnswer(requested, formatNumber(c, requested)),
      text: title,
      href: requestsPath(id),
    }))
}
