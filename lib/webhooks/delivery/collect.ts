import type { Announcement } from '../announced-resource.js'
import { memoize } from '../../runtime/memoize.js'
import type { Owner } from '../../runtime/owner.js'
import type { Site } from '../../runtime/site.js'
import { type Subject, type Webhook, isBeforeForce, takes } from '../webhook.js'
import type { NewMessage } from '../webhook-message.js'
import type { TokenOf } from '../../attendances/documents/self-service.js'
import { type Besides, forActionNetwork } from './action-network.js'
import type { App } from '../../table/app.js'
import { announcedReader, erasedAmong, ownerOfCampaign, peopleByIds, tagNamesOf } from '../store/announced-resource.js'
import { appendMessages, replaceMessageData } from '../store/message-log.js'
import { webhooksOf } from '../store/webhook-store.js'
import { type Composed, compose, erasedData } from './compose.js'

/** The context of collecting. The links of attendances are signed by a key that lib/app remembers. */
export interface Collecting extends Pick<App, 'table' | 'site'> {
  tokenOf: () => Promise<TokenOf>
}

/**
 * Makes messages of changes, for every webhook that takes them. Each shows its resource as it is now, so a message that
 * comes late shows what later messages show, too.
 */
export async function collect({ table, site, tokenOf }: Collecting, changes: Announcement[]): Promise<void> {
  const startedAt = Date.now()
  const read = announcedReader(table)
  const webhooksFor = chooser(table, startedAt)
  const tokens = memoize(tokenOf)
  const composed = (
    await Promise.all(
      changes.map(async (change) => {
        const changed = await read(change)
        return changed && compose(change, changed, { site, tokenOf: () => tokens('') })
      }),
    )
  ).filter((each) => each !== undefined)
  const messages = new Map<string, { webhook: Webhook; messages: NewMessage[] }>()
  const besides = besidesOf(table, composed)
  for (const each of composed)
    for (const webhook of await webhooksFor(each.subject)) {
      const message =
        webhook.format === 'action_network'
          ? forActionNetwork(site, each.message, await besides(each, webhook))
          : each.message
      const entry = messages.get(webhook.id) ?? { webhook, messages: [] }
      messages.set(webhook.id, entry)
      if (!entry.messages.some(({ change }) => change === message.change)) entry.messages.push(message)
    }
  const collected = [...messages.values()]
  await Promise.all(
    collected.map(({ webhook, messages }) => appendMessages(table, webhook, messages, webhook.url !== undefined)),
  )
  await eraseAmong(table, site, composed)
}

/**
 * Makes what finds the person and the group of an attendance, for the format of Action Network. The owner of a campaign
 * hears of attendances at events of others, whose people are not its own.
 */
function besidesOf(table: App['table'], composed: Composed[]) {
  const people = memoize(() => peopleByIds(table, [...new Set(composed.flatMap(({ person }) => person ?? []))]))
  return async ({ person: id = '', sponsor }: Composed, { owner }: Webhook): Promise<Besides> => {
    const person = (await people('')).get(id)
    if (person?.owner !== owner) return { person: undefined, tags: [], sponsor }
    return { person, tags: await tagNamesOf(table, owner, id), sponsor }
  }
}

/**
 * Makes what finds the webhooks that take a message: those of its owner, and those of the owner of its campaign. Each
 * list is read once for a batch.
 */
function chooser(table: App['table'], startedAt: number) {
  const webhooks = memoize((owner) => webhooksOf(table, owner as Owner))
  const ownerOf = memoize((id) => ownerOfCampaign(table, id))
  return async (subject: Subject): Promise<Webhook[]> => {
    const { owner, event_campaign } = subject
    const ofCampaign = event_campaign === undefined ? undefined : await ownerOf(event_campaign)
    const owners = [...new Set([owner, ...(ofCampaign ? [ofCampaign] : [])])]
    const all = (await Promise.all(owners.map(webhooks))).flat()
    return all.filter((webhook) => takes(webhook, subject) && !isBeforeForce(webhook, startedAt))
  }
}

/** Takes out of kept messages what they say of people who were erased since. */
async function eraseAmong(table: App['table'], site: Site, composed: Composed[]): Promise<void> {
  const people = [...new Set(composed.flatMap(({ person }) => person ?? []))]
  const erased = people.length > 0 ? await erasedAmong(table, people) : []
  await Promise.all(erased.map((person) => replaceMessageData(table, person, (message) => erasedData(site, message))))
}
