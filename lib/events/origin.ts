import type { OsdiEvent } from './event.js'

/** Rules that follow from the origin of an event (version 2, "What the service does", 5 to 7). */
interface OriginPolicy {
  /** Whether it stands among all actions, which a dashboard or the page of a group shows. */
  listed: boolean
  /** Whether it has a page of its own on the service. The `browser_url` of others is whatever the caller set. */
  public_page: boolean
  /** Whether its page and its embeds have an RSVP form while its owner has not said anything about forms. */
  rsvp_form: boolean
  statistics: boolean
  autoresponse: boolean
  /** Whether its reminders are sent. They are shown of every event (version 2, endpoint rule 1). */
  reminders_sent: boolean
  /** When it can be selected as an action whose people are looked for. */
  selectable: 'from the beginning' | 'with its first attendance'
}

const POLICIES: Record<OsdiEvent['origin'], OriginPolicy> = {
  api: {
    listed: false,
    public_page: false,
    rsvp_form: false,
    statistics: false,
    autoresponse: false,
    reminders_sent: false,
    selectable: 'with its first attendance',
  },
  interface: {
    listed: true,
    public_page: true,
    rsvp_form: true,
    statistics: true,
    autoresponse: true,
    reminders_sent: true,
    selectable: 'from the beginning',
  },
}

export const originPolicy = ({ origin }: Pick<OsdiEvent, 'origin'>): OriginPolicy => POLICIES[origin]

/** Whether an event with this number of attendances can be selected as an action. */
export const isSelectable = (event: Pick<OsdiEvent, 'origin' | 'total_attendances'>) =>
  originPolicy(event).selectable === 'from the beginning' || event.total_attendances > 0

/**
 * Returns the label of an event in the targeting interface (version 2, "What the service does", 7). It is made when the
 * event is read: title and origin system can change.
 */
export const actionLabel = ({ origin, origin_system, title }: Pick<OsdiEvent, 'origin' | 'origin_system' | 'title'>) =>
  origin === 'api' ? `[1, ${origin_system} Event], ${title}` : title
