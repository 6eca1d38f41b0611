import type { Context } from 'hono'
import type { ManageEnv } from '../../manage/environment.js'
import { describeDay } from '../../manage/formats.js'
import type { OsdiEvent } from '../event.js'
import { actionLabel } from '../origin.js'

type Labeled = Parameters<typeof actionLabel>[0] & Partial<Pick<OsdiEvent, 'start_date'>>

/** Whether an event was a draft that was thrown away, or was declined. */
export const isDiscarded = ({ hidden, status, total_attendances }: OsdiEvent): boolean =>
  hidden && status === 'cancelled' && total_attendances === 0

/** Returns the label of an event in a choice: its day tells events of one title apart. */
export const choiceLabel = (c: Context<ManageEnv>, event: Labeled): string =>
  event.start_date ? `${actionLabel(event)} · ${describeDay(event.start_date, c.get('lang'))}` : actionLabel(event)

/** Returns the labels of the events that a form offers, by their ids. */
export const offeredEvents = (c: Context<ManageEnv>, events: OsdiEvent[]): [id: string, label: string][] =>
  events.filter((event) => !isDiscarded(event)).map((event) => [event.id, choiceLabel(c, event)])
