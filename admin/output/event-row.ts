import type { OsdiEvent } from '../../lib/events/event.js'

/** The columns of an event in lists. */
export const eventRow = ({ id, title, start_date, total_accepted, capacity, hidden }: OsdiEvent) => ({
  id,
  title,
  start_date: start_date ?? '-',
  accepted: capacity === undefined ? total_accepted : `${total_accepted} of ${capacity}`,
  hidden: hidden ? 'hidden' : '',
})
