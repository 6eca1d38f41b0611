import type { OsdiEvent } from '../../lib/domain/events/event.js'

/** What lists show of an event. */
export const eventRow = ({ id, title, start_date, total_accepted, capacity, hidden }: OsdiEvent) => ({
  id,
  title,
  start_date: start_date ?? '-',
  accepted: capacity === undefined ? total_accepted : `${total_accepted} of ${capacity}`,
  hidden: hidden ? 'hidden' : '',
})
