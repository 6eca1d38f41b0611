import type { AnnouncedResource, Announcement } from '../announced-resource.js'
import { NO_REFERRER } from '../../attendances/attendance.js'
import type { Sponsor } from '../../runtime/principal.js'
import type { Site } from '../../runtime/site.js'
import type { MessageType, Subject } from '../webhook.js'
import type { Message, NewMessage } from '../webhook-message.js'
import type { Resource } from '../../hal/document.js'
import type { TokenOf } from '../../attendances/documents/self-service.js'
import { shareableAnswers } from '../../questions/answers.js'
import { attendanceResource } from '../../attendances/documents/attendance.v2.js'
import { eventResource } from '../../events/documents/event.v2.js'
import { campaignResource } from '../../campaigns/documents/event-campaign.v2.js'
import { personResource } from '../../people/documents/person.v2.js'
import { taggingResource } from '../../tags/documents/tagging.v2.js'

/** A message, what webhooks choose it by, and the person that it is about. */
export interface Composed {
  subject: Subject
  message: NewMessage
  person?: string
  /** The group of the event of an attendance. */
  sponsor?: Sponsor | undefined
}

/** A message with more would not fit an item. It then has identifiers and links alone. */
const MOST_BYTES = 250_000

/** Composes the message of a change. Its time is that of the state that it shows, to the millisecond. */
export async function compose(
  change: Announcement,
  changed: AnnouncedResource,
  { site, tokenOf }: { site: Site; tokenOf: () => Promise<TokenOf> },
): Promise<Composed> {
  const { pk, sk, revision, created_date, removed_date } = change
  const inKind = (kind: string) => (revision === 1 ? `${kind}.created` : `${kind}.changed`) as MessageType
  const made = (
    type: MessageType,
    { about, timestamp, data }: { about: string; timestamp: string; data: Resource },
    chosenBy: Partial<Subject> = {},
  ): Composed => ({
    subject: { type, owner: changed.owner, ...chosenBy },
    message: {
      type,
      timestamp,
      subject: about,
      data: JSON.stringify(data).length > MOST_BYTES ? onlyNames(data) : data,
      change: `${pk}#${sk}#${revision ?? removed_date ?? created_date ?? ''}`,
    },
  })
  switch (changed.kind) {
    case 'attendance': {
      const { attendance: whole, event } = changed
      const attendance = {
        ...whole,
        ...(whole.answers && { answers: shareableAnswers(event.questions, whole.answers) }),
      }
      const { person: about, modified_date: timestamp } = attendance
      const data = attendanceResource(site, attendance, await tokenOf())
      const chosenBy = { event: event.id, event_campaign: event.event_campaign_id }
      return {
        ...made(inKind('attendance'), { about, timestamp, data }, chosenBy),
        person: about,
        sponsor: event.sponsor,
      }
    }
    case 'person': {
      const { id: about, modified_date: timestamp, erased_date } = changed.person
      const data = personResource(site, changed.person)
      const composed =
        erased_date === undefined
          ? made(inKind('person'), { about, timestamp, data })
          : made('person.erased', { about, timestamp, data: ofErased(site, data) })
      return { ...composed, person: about }
    }
    case 'event': {
      const { id: about, modified_date: timestamp } = changed.event
      const data = eventResource(site, changed.event)
      return made(inKind('event'), { about, timestamp, data }, { event: about })
    }
    case 'event_campaign': {
      const { id: about, modified_date: timestamp } = changed.campaign
      const data = campaignResource(site, changed.campaign)
      return made(inKind('event_campaign'), { about, timestamp, data }, { event_campaign: about })
    }
    case 'tagging': {
      const { person: about, created_date: timestamp } = changed.tagging
      const data = taggingResource(site, changed.tagging)
      return changed.removed_date === undefined
        ? made('tagging.created', { about, timestamp, data })
        : made('tagging.deleted', { about, timestamp: changed.removed_date, data: onlyNames(data) })
    }
  }
}

/** What stays of the attendance of a person who was erased. A field that is not named here may tell of the person. */
const STAYS = ['_links', 'created_date', 'modified_date', 'status']
const OURS_THAT_STAY = [
  'person_id',
  'event_id',
  'merged_into',
  'consent',
  'sponsor',
  'waitlisted',
  'waitlist_position',
  'guests',
  'attended',
  'attended_guests',
  'attended_date',
  'confirmed_date',
]

/** Returns what a kept message says after its person was erased: as much as GET of its resource still answers. */
export function erasedData({ nativePrefix }: Site, { type, data }: Pick<Message, 'type' | 'data'>): object {
  if (type.startsWith('attendance.')) {
    const { identifiers = [], ...others } = data as Record<string, unknown> & { identifiers?: string[] }
    const [referrer, request] = [`${nativePrefix}:referrer_data`, `${nativePrefix}:request`]
    const { state, date } = (others[request] ?? {}) as { state?: string; date?: string }
    const stay = [...STAYS, ...OURS_THAT_STAY.map((name) => `${nativePrefix}:${name}`)]
    return {
      ...Object.fromEntries(Object.entries(others).filter(([name]) => stay.includes(name))),
      identifiers: identifiers.slice(0, 1),
      ...(request in data && { [request]: { state, date } }),
      ...(referrer in data && { [referrer]: NO_REFERRER }),
    }
  }
  return type === 'person.created' || type === 'person.changed' ? onlyNames(data) : data
}

/** Identifiers and links, the native identifier alone. */
export function onlyNames(data: object): Resource {
  const { identifiers, _links } = data as { identifiers?: string[]; _links: Resource['_links'] }
  return { ...(identifiers && { identifiers: identifiers.slice(0, 1) }), _links }
}

/** The same, and into whom the person was merged. */
function ofErased({ nativePrefix }: Site, data: Resource): Resource {
  const merged = `${nativePrefix}:merged_into`
  const into = (data as Record<string, unknown>)[merged]
  return { ...onlyNames(data), ...(into !== undefined && { [merged]: into }) }
}
