import type { Attendance } from '../domain/attendance.js'
import type { CountedCampaign } from '../domain/event-campaign.js'
import type { OsdiEvent } from '../domain/event.js'
import type { Person } from '../domain/person.js'
import type { Owner } from '../domain/principal.js'
import type { Site } from '../domain/site.js'
import type { Tagging } from '../domain/tag.js'
import { type MessageType, type Subject, type Webhook, takes } from '../domain/webhook.js'
import type { NewMessage } from '../domain/webhook-message.js'
import type { Resource } from '../hal/resource.js'
import type { TokenOf } from '../hal/self-service.js'
import { attendanceResource } from '../hal/v2/attendance.js'
import { eventResource } from '../hal/v2/event.js'
import { campaignResource } from '../hal/v2/event-campaign.js'
import { personResource } from '../hal/v2/person.js'
import { taggingResource } from '../hal/v2/tagging.js'

/** That an item was changed: its key, and its revision after the change, where it has one. */
export interface Change {
  pk: string
  sk: string
  revision?: number
}

/** A resource that was changed, as it is now. */
export type Changed =
  | { kind: 'attendance'; owner: Owner; attendance: Attendance; event: OsdiEvent }
  | { kind: 'person'; owner: Owner; person: Person }
  | { kind: 'event'; owner: Owner; event: OsdiEvent }
  | { kind: 'event_campaign'; owner: Owner; campaign: CountedCampaign }
  | { kind: 'tagging'; owner: Owner; tagging: Tagging; removed?: string }

/** What collecting messages depends on. */
export interface CollectDependencies {
  site: Site
  read(change: Change): Promise<Changed | undefined>
  /** The owner of a campaign. */
  ownerOfCampaign: (id: string) => Promise<Owner | undefined>
  webhooksOf: (owner: Owner) => Promise<Webhook[]>
  tokenOf(): Promise<TokenOf>
  append(webhook: Webhook, messages: NewMessage[]): Promise<void>
  /** Takes what messages say of a person out of all messages about that person. */
  blank(person: string, blanked: (data: object) => object): Promise<void>
  /** Those of some people who are erased. */
  erasedAmong(people: string[]): Promise<string[]>
}

/** A message, what webhooks choose it by, and the person that it is about. */
interface Composed {
  subject: Subject
  message: NewMessage
  person?: string
}

/** A message with more would not fit an item. It then has identifiers and links alone. */
const MOST_BYTES = 250_000

/**
 * Makes messages of changes, for every webhook that takes them. Each shows its resource as it is now, so a message that
 * comes late shows what later messages show, too.
 */
export async function collect(changes: Change[], dependencies: CollectDependencies): Promise<void> {
  const composed = (await Promise.all(changes.map((change) => compose(change, dependencies)))).filter(
    (each) => each !== undefined,
  )
  const messages = new Map<string, { webhook: Webhook; messages: NewMessage[] }>()
  for (const { subject, message } of composed)
    for (const webhook of await hearing(subject, dependencies)) {
      const entry = messages.get(webhook.id) ?? { webhook, messages: [] }
      messages.set(webhook.id, entry)
      if (!entry.messages.some(({ change }) => change === message.change)) entry.messages.push(message)
    }
  await Promise.all(
    [...messages.values()].map(({ webhook, messages }) => dependencies.append(webhook, messages)),
  )
  // A person may have been erased since the message was made.
  const people = [...new Set(composed.flatMap(({ person }) => person ?? []))]
  const erased = people.length > 0 ? await dependencies.erasedAmong(people) : []
  await Promise.all(erased.map((person) => dependencies.blank(person, onlyNames)))
}

/** The webhooks that take a message: those of its owner, and those of the owner of its campaign. */
async function hearing(
  subject: Subject,
  { webhooksOf, ownerOfCampaign }: CollectDependencies,
): Promise<Webhook[]> {
  const { owner, event_campaign } = subject
  const ofCampaign = event_campaign === undefined ? undefined : await ownerOfCampaign(event_campaign)
  const owners = [...new Set([owner, ...(ofCampaign ? [ofCampaign] : [])])]
  const all = (await Promise.all(owners.map((each) => webhooksOf(each)))).flat()
  return all.filter((webhook) => takes(webhook, subject))
}

async function compose(change: Change, dependencies: CollectDependencies): Promise<Composed | undefined> {
  const changed = await dependencies.read(change)
  if (!changed) return undefined
  const { site } = dependencies
  const now = new Date().toISOString()
  const event = (type: string) =>
    (change.revision === 1 ? `${type}.created` : `${type}.changed`) as MessageType
  const made = (type: MessageType, about: string, data: Resource, more: Partial<Subject> = {}): Composed => ({
    subject: { type, owner: changed.owner, ...more },
    message: {
      type,
      timestamp: now,
      data: JSON.stringify(data).length > MOST_BYTES ? onlyNames(data) : data,
      subject: about,
      change: `${change.pk}#${change.sk}#${change.revision ?? 1}`,
    },
  })
  switch (changed.kind) {
    case 'attendance': {
      const { attendance, event: at } = changed
      const data = attendanceResource(site, attendance, await dependencies.tokenOf())
      const { id, event_campaign_id: event_campaign } = at
      return {
        ...made(event('attendance'), attendance.person, data, { event: id, event_campaign }),
        person: attendance.person,
      }
    }
    case 'person': {
      const { person } = changed
      const data = personResource(site, person)
      const isErased = person.erased_date !== undefined
      const type = isErased ? 'person.erased' : event('person')
      return { ...made(type, person.id, isErased ? ofErased(site, data) : data), person: person.id }
    }
    case 'event':
      return made(event('event'), changed.event.id, eventResource(site, changed.event), {
        event: changed.event.id,
      })
    case 'event_campaign': {
      const { campaign } = changed
      return made(event('event_campaign'), campaign.id, campaignResource(site, campaign), {
        event_campaign: campaign.id,
      })
    }
    case 'tagging': {
      const { tagging, removed } = changed
      const data = taggingResource(site, tagging)
      return removed === undefined
        ? made('tagging.created', tagging.person, data)
        : made('tagging.deleted', tagging.person, onlyNames(data))
    }
  }
}

/** Identifiers and links, the native identifier alone. */
function onlyNames(data: object): Resource {
  const { identifiers, _links } = data as { identifiers?: string[]; _links: Resource['_links'] }
  return { ...(identifiers && { identifiers: identifiers.slice(0, 1) }), _links }
}

/** The same, and into whom the person was merged. */
function ofErased({ nativePrefix }: Site, data: Resource): Resource {
  const merged = `${nativePrefix}:merged_into`
  const into = (data as Record<string, unknown>)[merged]
  return { ...onlyNames(data), ...(into !== undefined && { [merged]: into }) }
}
