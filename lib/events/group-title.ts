import type { OwnerSettings } from '../access/owner-settings.js'
import type { OsdiEvent } from './event.js'

/** Returns an event with the name that its group has now. Its own is from when it was made. */
export const withGroupTitle = <Event extends Pick<OsdiEvent, 'sponsor'>>(
  event: Event,
  { title }: Pick<OwnerSettings, 'title'>,
): Event => (title && event.sponsor ? { ...event, sponsor: { ...event.sponsor, title } } : event)
