import type { AnnouncedResource, Announcement } from '../announced-resource.js'
import { memoize } from '../../runtime/memoize.js'
import type { Owner } from '../../runtime/owner.js'
import type { Person } from '../../people/person.js'
import type { Site } from '../../runtime/site.js'
import { type Subject, type Webhook, isBeforeForce, takes } from '../webhook.js'
import type { Message, NewMessage } from '../webhook-message.js'
import type { TokenOf } from '../../attendances/documents/self-service.js'
import { type Besides, forActionNetwork } from './action-network.js'
import { type Composed, compose, erasedData } from './compose.js'

/** Dependencies of collecting messages. */
export interface CollectDependencies {
  site: Site
  /** Makes what reads the resources of a batch. */
  reader: () => (change: Announcement) => Promise<AnnouncedResource | undefined>
  /** The owner of a campaign. */
  ownerOfCampaign: (id: string) => Promise<Owner | undefined>
  webhooksOf: (owner: Owner) => Promise<Webhook[]>
  tokenOf: () => Promise<TokenOf>
  append(webhook: Webhook, messages: NewMessage[]): Promise<void>
  /** Replaces what all messages about a person say. */
  replaceData: (person: string, dataOf: (message: Message) => object) => Promise<void>
  peopleByIds: (ids: string[]) => Promise<Map<string, Person>>
  /** Names of the tags that a person of an owner has. */
  tagNamesOf: (owner: Owner, person: string) => Promise<string[]>
  /** Those of some people who are erased. */
  erasedAmong: (people: string[]) => Promise<string[]>
}

/**
 * Makes messages of changes, for every webhook that takes them. Each shows its resource as it is now, so a message that
 * comes late shows what later messages show, too.
 */
export async function collect(changes: Announcement[], dependencies: CollectDependencies): Promise<void> {
  const startedAt = Date.now()
  const read = dependencies.reader()
  const webhooksFor = chooser(dependencies, startedAt)
  const tokens = memoize(dependencies.tokenOf)
  const composed = (
    await Promise.all(
      changes.map(async (change) => {
        const changed = await read(change)
        return changed && compose(change, changed, { site: dependencies.site, tokenOf: () => tokens('') })
      }),
    )
  ).filter((each) => each !== undefined)
  const messages = new Map<string, { webhook: Webhook; messages: NewMessage[] }>()
  const besides = besidesOf(composed, dependencies)
  for (const each of composed)
    for (const webhook of await webhooksFor(each.subject)) {
      const message =
        webhook.format === 'action_network'
          ? forActionNetwork(dependencies.site, each.message, await besides(each, webhook))
          : each.message
      const entry = messages.get(webhook.id) ?? { webhook, messages: [] }
      messages.set(webhook.id, entry)
      if (!entry.messages.some(({ change }) => change === message.change)) entry.messages.push(message)
    }
  await Promise.all([...messages.values()].map(({ webhook, messages }) => dependencies.append(webhook, messages)))
  await eraseAmong(composed, dependencies)
}

/**
 * Makes what finds the person and the group of an attendance, for the format of Action Network. The owner of a campaign
 * hears of attendances at events of others, whose people are not its own.
 */
function besidesOf(composed: Composed[], { peopleByIds, tagNamesOf }: CollectDependencies) {
  const people = memoize(() => peopleByIds([...new Set(composed.flatMap(({ person }) => person ?? []))]))
  return async ({ person: id = '', sponsor }: Composed, { owner }: Webhook): Promise<Besides> => {
    const person = (await people('')).get(id)
    if (person?.owner !== owner) return { person: undefined, tags: [], sponsor }
    return { person, tags: await tagNamesOf(owner, id), sponsor }
  }
}

/**
 * Makes what finds the webhooks that take a message: those of its owner, and those of the owner of its campaign. Each
 * list is read once for a batch.
 */
function chooser({ webhooksOf, ownerOfCampaign }: CollectDependencies, startedAt: number) {
  const webhooks = memoize((owner) => webhooksOf(owner as Owner))
  const ownerOf = memoize(ownerOfCampaign)
  return async (subject: Subject): Promise<Webhook[]> => {
    const { owner, event_campaign } = subject
    const ofCampaign = event_campaign === undefined ? undefined : await ownerOf(event_campaign)
    const owners = [...new Set([owner, ...(ofCampaign ? [ofCampaign] : [])])]
    const all = (await Promise.all(owners.map(webhooks))).flat()
    return all.filter((webhook) => takes(webhook, subject) && !isBeforeForce(webhook, startedAt))
  }
}

/** Takes out of kept messages what they say of people who were erased since. */
async function eraseAmong(
  composed: Composed[],
  { site, erasedAmong, replaceData }: CollectDependencies,
): Promise<void> {
  const people = [...new Set(composed.flatMap(({ person }) => person ?? []))]
  const erased = people.length > 0 ? await erasedAmong(people) : []
  await Promise.all(erased.map((person) => replaceData(person, (message) => erasedData(site, message))))
}
