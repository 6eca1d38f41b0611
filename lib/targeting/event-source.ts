import type { Site } from '../runtime/site.js'
import { native } from '../runtime/site.js'

/**
 * An entry of `include` or `exclude`, as it is kept: the id of an event, or a series or a campaign that stands for
 * whichever events it has when the query runs.
 */
export type EventSource =
  { kind: 'event'; id: string } | { kind: 'series'; id: string } | { kind: 'event_campaign'; id: string }

const KEPT = /^(series|event_campaign):(.+)$/

/** Returns what a kept entry stands for. */
export function sourceOf(entry: string): EventSource {
  const [, kind, id] = KEPT.exec(entry) ?? []
  return kind === undefined || id === undefined
    ? { kind: 'event', id: entry }
    : { kind: kind as 'series' | 'event_campaign', id }
}

/** Returns the entry that a query keeps. */
export const entryOf = ({ kind, id }: EventSource) => (kind === 'event' ? id : `${kind}:${id}`)

/** Returns the events that a query names by themselves. */
export const eventsAmong = (entries: readonly string[]) =>
  entries.flatMap((entry) => {
    const source = sourceOf(entry)
    return source.kind === 'event' ? [source.id] : []
  })

/** Whether an entry may stand for other events tomorrow. */
export const isSource = (entry: string) => sourceOf(entry).kind !== 'event'

/** Returns the name of an entry in answers: the identifier of an event, the address of a series or a campaign. */
export function serializedEntry(site: Site, entry: string): string {
  const { kind, id } = sourceOf(entry)
  if (kind === 'series') return `${site.publicUrl}/series/${id}`
  return kind === 'event_campaign' ? `${site.publicUrl}/api/v2/event_campaigns/${id}` : native(site, id)
}

const ADDRESSES: [EventSource['kind'], RegExp][] = [
  ['series', /\/series\/([0-9a-f-]{36})\/?$/i],
  ['event_campaign', /\/event_campaigns\/([0-9a-f-]{36})\/?$/i],
]

/** Returns the series or the campaign of an address; undefined for a name of an event. */
export function sourceAt(address: string): EventSource | undefined {
  for (const [kind, address_] of ADDRESSES) {
    const id = address_.exec(address)?.[1]?.toLowerCase()
    if (id !== undefined) return { kind, id }
  }
  return undefined
}
