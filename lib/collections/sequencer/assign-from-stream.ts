import type { DynamoDBRecord } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../../runtime/log.js'
import { assignOrdinals } from './assign-ordinals.js'
import { personOfMember } from '../numbered-list.js'
import type { OnCount } from '../append-at.js'
import { type DeferredWork, deferredWorkOf } from '../pending.js'
import type { Table } from '../../table/table.js'

/**
 * Pauses before members are looked at again that another process has counted, in milliseconds. A process that works
 * needs less; of one that crashed, the records come again until its entry is abandoned. A mapping offers a record ten
 * times (infra/queues/streams.yml), so that all of the pauses together must exceed that age.
 */
const PAUSES_MS = [100, 200, 400]

/** Does other work than with members of lists, by what it waits for. @throws what hindered it */
export type OtherWork = (work: DeferredWork) => Promise<void>

/** A pending member that a record shows, and the record. */
interface PendingRecord {
  list: string
  person: string
  record: DynamoDBRecord
}

/**
 * Assigns ordinals to the members that a batch of the table's stream shows pending. Records may come twice, late or in
 * any order: a member that has its ordinal is passed over.
 * @returns the sequence numbers of the records to offer again: those of lists that failed, and those of members that
 *   another process has counted, which may have crashed before it applied their ordinals
 */
export async function assignOrdinalsFromStream(
  table: Table,
  records: DynamoDBRecord[],
  onCount: OnCount,
  otherWork: OtherWork,
): Promise<string[]> {
  const lists = Map.groupBy(records.flatMap(pendingIn), ({ list }) => list)
  const failed = await Promise.all(
    [...lists].map(async ([list, members]) => {
      const work = deferredWorkOf(list)
      if (work) return (await isDone(work, otherWork)) ? [] : members
      const left = new Set(
        await assignPatiently(
          table,
          list,
          members.map(({ person }) => person),
          onCount,
        ),
      )
      return members.filter(({ person }) => left.has(person))
    }),
  )
  return failed.flat().map(({ record }) => record.dynamodb?.SequenceNumber ?? '')
}

async function isDone(work: DeferredWork, otherWork: OtherWork): Promise<boolean> {
  try {
    await otherWork(work)
    return true
  } catch (error) {
    log({
      level: 'error',
      message: `Cannot do the work of ${work.kind} of ${work.of}: ${String(error)}`,
    })
    return false
  }
}

/** @returns the persons who have no ordinal yet, as far as this process knows */
async function assignPatiently(table: Table, list: string, people: string[], onCount: OnCount): Promise<string[]> {
  try {
    let left = await assignOrdinals(table, list, people, onCount)
    for (const pause of PAUSES_MS) {
      if (left.length === 0) break
      await sleep(pause)
      left = await assignOrdinals(table, list, left, onCount)
    }
    return left
  } catch (error) {
    log({ level: 'error', message: `Cannot assign ordinals in ${list}: ${String(error)}` })
    return people
  }
}

function pendingIn(record: DynamoDBRecord): PendingRecord[] {
  const image = record.dynamodb?.NewImage
  const [pk, list] = [image?.['pk']?.S, image?.['waits_for']?.S]
  return pk && list ? [{ list, person: personOfMember({ pk }), record }] : []
}
