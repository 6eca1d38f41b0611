import type { MessageType, Webhook } from './webhook.js'

/*
 * The question of every write to the webhooks of its owner. It is in all functions that write, so it imports nothing.
 */

/** Kinds of resources that messages are about. */
export type AnnouncedKind = 'attendance' | 'person' | 'event' | 'event_campaign' | 'tagging'

/** The kinds of resources that some webhooks hear of. */
export function announcedKinds(webhooks: Webhook[]): ReadonlySet<AnnouncedKind> {
  const types = webhooks.filter(({ enabled }) => enabled).flatMap(({ types }) => types)
  const all: AnnouncedKind[] = ['attendance', 'person', 'event', 'event_campaign', 'tagging']
  return new Set(types.includes('*') ? all : types.map((type) => kindOf(type as MessageType)))
}

export const kindOf = (type: MessageType) => type.split('.')[0] as AnnouncedKind
