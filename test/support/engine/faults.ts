import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * A DynamoDB that fails as a network and an overloaded DynamoDB do: it stands before the engine of the tests, and a
 * test says which requests meet what.
 */

/** A request on its way to DynamoDB. */
export interface Passing {
  /** `PutItem`, `TransactWriteItems` and so on. */
  action: string
  /** The body as it was sent. */
  body: string
}

/**
 * The trouble that a request meets. `lost answer`: DynamoDB does it and the connection breaks. `lost request`: the
 * connection breaks before. `fault after`: DynamoDB does it and answers 500. `throttled`: it is refused. `conflict`: it
 * is refused because a transaction is under way on its item. `silent`: it is done and never answered. A number: it is
 * done after so many milliseconds.
 */
export type Trouble = 'lost answer' | 'lost request' | 'fault after' | 'throttled' | 'conflict' | 'silent' | number

/** Decides what a request meets, perhaps after something else has happened. */
export type Meets = (passing: Passing) => Trouble | undefined | Promise<Trouble | undefined>

export interface FaultyDynamoDb {
  endpoint: string
  /** Sets the trouble of every request from now on; none where it returns undefined. */
  troubles: (meets: Meets) => void
  /** Ends all troubles. */
  calm: () => void
  /** The requests since the last change of the troubles. */
  passed: Passing[]
  close: () => void
}

/** @param engine to which requests go on */
export async function startFaultyDynamoDb(engine: string): Promise<FaultyDynamoDb> {
  const none = () => undefined
  let meets: Meets = none
  const passed: Passing[] = []

  const pass = async (headers: Record<string, string>, body: string, answer: ServerResponse) => {
    const action = headers['x-amz-target']?.split('.')[1] ?? ''
    const passing = { action, body }
    passed.push(passing)
    const trouble = await meets(passing)
    if (trouble === 'lost request') return void answer.destroy()
    if (trouble === 'throttled') return refuse(answer, 400, 'ProvisionedThroughputExceededException')
    if (trouble === 'conflict') return conflict(answer, body)
    if (typeof trouble === 'number') await sleep(trouble)
    const response = await fetch(engine, { method: 'POST', headers, body })
    const sent = Buffer.from(await response.arrayBuffer())
    if (trouble === 'lost answer') return void answer.destroy()
    if (trouble === 'fault after') return refuse(answer, 500, 'InternalServerError')
    if (trouble === 'silent') return
    const type = { 'content-type': 'application/x-amz-json-1.0' }
    answer.writeHead(response.status, { ...type, 'content-length': sent.length }).end(sent)
  }

  const server = createServer((request, answer) => {
    const kept = ['content-type', 'x-amz-target', 'authorization', 'x-amz-date', 'x-amz-security-token']
    const headers = Object.fromEntries(
      kept.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
    )
    void text(request).then((body) => pass(headers, body, answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const change = (next: Meets) => {
    meets = next
    passed.length = 0
  }
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    troubles: change,
    calm: () => change(none),
    passed,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function refuse(answer: ServerResponse, status: number, name: string, more: object = {}): void {
  const __type = `com.amazonaws.dynamodb.v20120810#${name}`
  answer.writeHead(status).end(JSON.stringify({ __type, message: `It is ${name}`, ...more }))
}

/** A transaction is canceled for its first item; a single write has an error of its own. */
function conflict(answer: ServerResponse, body: string): void {
  const { TransactItems } = JSON.parse(body) as { TransactItems?: unknown[] }
  if (!TransactItems) return refuse(answer, 400, 'TransactionConflictException')
  const CancellationReasons = TransactItems.map((_, i) => ({
    Code: i === 0 ? 'TransactionConflict' : 'None',
  }))
  refuse(answer, 400, 'TransactionCanceledException', { CancellationReasons })
}

/** A trouble for the first so many requests of a kind, and none for those that come after them. */
export const first =
  (times: number, trouble: Trouble, of: (passing: Passing) => boolean) =>
  (passing: Passing): Trouble | undefined =>
    times > 0 && of(passing) && times-- > 0 ? trouble : undefined

/** Troubles one after the other, for requests of a kind. */
export const inOrder =
  (troubles: (Trouble | undefined)[], of: (passing: Passing) => boolean) =>
  (passing: Passing): Trouble | undefined =>
    of(passing) ? troubles.shift() : undefined

/** Requests of an action, whose body holds a text. */
export const requests =
  (action: string, containing = '') =>
  (passing: Passing) =>
    passing.action === action && passing.body.includes(containing)
