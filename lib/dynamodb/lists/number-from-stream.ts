import type { DynamoDBRecord } from 'aws-lambda'
import { log } from '../../log.js'
import { type WaitingMembers, numberMembers, personOfMember } from './numbering.js'
import type { Table } from '../table.js'

/**
 * Numbers the members that a batch of the table's stream shows waiting. Records may come twice, late or in any
 * order: what is numbered already is passed over.
 * @returns the sequence numbers of the records whose lists could not be numbered now
 */
export async function numberFromStream(table: Table, records: DynamoDBRecord[]): Promise<string[]> {
  const waiting: WaitingMembers = new Map()
  for (const { list, person } of records.flatMap(waitingIn))
    waiting.set(list, [...(waiting.get(list) ?? []), person])
  const failed = new Set<string>()
  await Promise.all(
    [...waiting].map(async ([list, people]) => {
      try {
        await numberMembers(table, list, people)
      } catch (error) {
        log({ level: 'error', message: `Cannot number ${list}: ${String(error)}` })
        failed.add(list)
      }
    }),
  )
  return records.flatMap((record) => {
    const [member] = waitingIn(record)
    return member && failed.has(member.list) ? [record.dynamodb?.SequenceNumber ?? ''] : []
  })
}

function waitingIn({ dynamodb }: DynamoDBRecord): { list: string; person: string }[] {
  const image = dynamodb?.NewImage
  const [pk, list] = [image?.['pk']?.S, image?.['waits_for']?.S]
  return pk && list ? [{ list, person: personOfMember({ pk }) }] : []
}
