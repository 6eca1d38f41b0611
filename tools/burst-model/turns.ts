import type { Change } from './dynamodb/dynamodb.js'
import type { Simulation } from './simulation.js'
import { within } from './pour.js'

/*
 * The parts of the time until a rush is exact: how long batches of the stream are collected and worked on, and the
 * turns that sequencers take on each list. `--trace` prints them.
 */

const MOST_KINDS = 16

/** The turns of one list. */
interface ListTurns {
  /** Milliseconds for which a lease was held, in order. */
  held: number[]
  /** Members that were counted together. */
  counted: number[]
  /** Batches that a process had another one count. */
  handedOver: number
  since?: number
}

/** Watches the turns of a simulation from now on. @returns what makes a text of it, a line for each list */
export function watchTurns({ clock, dynamodb, mapping }: Simulation): () => string[] {
  const lists = new Map<string, ListTurns>()
  const begin = clock.now
  const of = (name: string) => {
    const turns = lists.get(name) ?? { held: [], counted: [], handedOver: 0 }
    lists.set(name, turns)
    return turns
  }
  const see = ({ keys, before, after }: Change) => {
    const [pk, sk] = [keys['pk']?.['S'] as string, keys['sk']?.['S'] as string]
    const [kind, name] = [pk.slice(0, pk.indexOf('#')), pk.slice(pk.indexOf('#') + 1)]
    if (kind === 'turn') {
      const turns = of(name)
      if (after) turns.since = clock.now
      else if (turns.since !== undefined) turns.held.push(clock.now - turns.since)
    }
    if (kind === 'handed' && after) of(name).handedOver++
    const [from, to] = [before, after].map((item) => Number(item?.['length']?.['N'] ?? 0)) as [number, number]
    if (to - from > 1) of(kind === 'event' ? `${sk} of event:${name}` : name).counted.push(to - from)
  }
  const { onChange } = dynamodb
  dynamodb.onChange = (change) => {
    see(change)
    onChange(change)
  }
  return () => {
    const elapsed = clock.now - begin
    const { collected, worked } = mapping.durations
    const batches = `${worked.length} batches: collected for ${spread(collected)}, worked on for ${spread(worked)}`
    const ofLists = [...lists].map(([name, { held, counted, handedOver }]) => {
      const share = held.reduce((sum, ms) => sum + ms, 0) / elapsed
      return (
        `${name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}: ${counted.length} turns of ${spread(counted, 'members')}; ` +
        `the lease was held ${held.length} times for ${spread(held)}, ${Math.round(100 * share)} % of the time; ` +
        `${handedOver} batches were handed over`
      )
    })
    const units = [...dynamodb.unitsByKind].sort(([, one], [, other]) => other - one).slice(0, MOST_KINDS)
    const byKind = units.map(([kind, count]) => `${kind} ${count}`)
    return [batches, ...ofLists, `write units of the table: ${byKind.join('; ')}`]
  }
}

/** The middle of values and their largest. */
function spread(values: number[], unit = 'ms'): string {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted.length === 0
    ? '-'
    : `${Math.round(within(0.5, sorted))} (at most ${Math.round(sorted.at(-1) as number)}) ${unit}`
}
