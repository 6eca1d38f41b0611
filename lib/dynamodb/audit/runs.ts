import { setTimeout as sleep } from 'node:timers/promises'
import { listNamed } from '../lists/numbered-list.js'
import { getMany } from '../reads.js'
import { isRun, listOfRun, placesIn } from '../lists/runs.js'
import type { Item, Table } from '../table.js'

/** Long enough for members that are being marked just now. */
const SETTLING_MS = 300

/**
 * What is wrong between runs and their members: each member of a run exists and is marked with its ordinal, so
 * that nobody stands in two places. What looks wrong is read again after a moment.
 */
export async function* runFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  for (const run of items.filter(isRun)) {
    if ((await faultsOf(table, run)).length === 0) continue
    await sleep(SETTLING_MS)
    yield* await faultsOf(table, run)
  }
}

async function faultsOf(table: Table, run: Item): Promise<string[]> {
  const name = listOfRun(run)
  const { keyOfMember } = listNamed(name)
  if (!keyOfMember) return [`The item ${run.pk} ${run.sk} is a run of the list "${name}", which has none.`]
  const places = placesIn(run)
  const keys = places.map(({ person }) => keyOfMember(person))
  const members = await getMany(table, keys, { consistent: true })
  return places.flatMap(({ person, ordinal }, i) => memberFault(name, person, ordinal, members[i]) ?? [])
}

function memberFault(
  name: string,
  person: string,
  ordinal: number,
  member: Item | undefined,
): string | undefined {
  const stands = `Member ${ordinal} of the list "${name}" is ${person}`
  if (!member) return `${stands}, who is not there.`
  const { numbered, unnumbered } = member
  if (numbered === ordinal && unnumbered === undefined) return undefined
  if (numbered === undefined && unnumbered !== undefined) return `${stands}, who still waits for a place.`
  return `${stands}, whose item says ${String(numbered ?? member['ordinal'])}.`
}
