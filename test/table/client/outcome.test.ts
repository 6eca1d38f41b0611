import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../lib/table/client/client.js'
import { GetCommand, PutCommand, TransactWriteCommand } from '../../../lib/table/client/commands.js'
import {
  type Play,
  type ScriptedDynamoDB,
  breaks,
  breaksOff,
  clientTo,
  fails,
  hangs,
  startScriptedDynamoDB,
} from '../../support/engine/scripted-dynamodb.js'

/* A failed command says what it may have written. */

let host: ScriptedDynamoDB
let client: Client

beforeAll(async () => {
  host = await startScriptedDynamoDB()
})
beforeEach(() => {
  host.script = []
  host.received = []
  client?.destroy()
  client = clientTo(host.endpoint)
})
afterAll(() => {
  client.destroy()
  host.close()
})

const get = new GetCommand({ TableName: 't', Key: { pk: 'a' } })
const put = () => new PutCommand({ TableName: 't', Item: { pk: 'a' }, ConditionExpression: 'x' })
const transaction = () => new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't', Item: { pk: 'a' } } }] })
const throttles = fails('ThrottlingException')
const faults = fails('InternalServerError', 500)
const refuses = fails('ConditionalCheckFailedException')
const cancels = fails('TransactionCanceledException', 400, {
  CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
})

/** Failures that may hide an applied write, with the time that an attempt has. */
const ambiguous: [string, Play, number][] = [
  ['a broken connection', breaks, 10_000],
  ['an answer that breaks off', breaksOff, 300],
  ['no answer', hangs, 300],
  ['a fault of the server', faults, 10_000],
  ['a page of something before it', (answer) => answer.writeHead(400).end('<html>'), 10_000],
]

describe('a failed write is unknown', () => {
  it.each(ambiguous)('when its last attempt met %s', async (_, play, answer_ms) => {
    client = clientTo(host.endpoint, answer_ms)
    host.script = Array<Play>(9).fill(play)
    await expect(client.send(put())).rejects.toMatchObject({ outcome: 'unknown' })
  })

  it.each(ambiguous.slice(0, 4))('when %s came first and refusals after it', async (_, play, answer_ms) => {
    client = clientTo(host.endpoint, Math.max(answer_ms, 1_500))
    host.script = [play, ...Array<Play>(9).fill(throttles)]
    const name = 'ThrottlingException'
    await expect(client.send(put())).rejects.toMatchObject({ name, outcome: 'unknown' })
  })
})

describe('a failed write is not written', () => {
  it('when DynamoDB throttled every attempt', async () => {
    host.script = Array<Play>(9).fill(throttles)
    await expect(client.send(put())).rejects.toMatchObject({ code: 'busy', outcome: 'not written' })
  })

  it('when DynamoDB refused it', async () => {
    host.script = [fails('ValidationException')]
    const name = 'ValidationException'
    await expect(client.send(put())).rejects.toMatchObject({ name, outcome: 'not written' })
  })

  it('when nothing listens', async () => {
    const other = await startScriptedDynamoDB()
    other.close()
    client = clientTo(other.endpoint)
    await expect(client.send(put())).rejects.toMatchObject({ code: 'ECONNREFUSED', outcome: 'not written' })
  })
})

it('a read is never unknown', async () => {
  host.script = Array<Play>(9).fill(breaks)
  await expect(client.send(get)).rejects.toMatchObject({ outcome: 'not written' })
})

describe('a refused condition', () => {
  it('says whether an attempt before it may have written what it met', async () => {
    host.script = [refuses, faults, refuses]
    const refusal = { name: 'ConditionalCheckFailedException' }
    await expect(client.send(put())).rejects.toMatchObject({ ...refusal, afterUnknown: false })
    await expect(client.send(put())).rejects.toMatchObject({ ...refusal, afterUnknown: true })
  })

  it('was met by what others wrote when every attempt before it was throttled', async () => {
    host.script = [throttles, refuses]
    await expect(client.send(put())).rejects.toMatchObject({ afterUnknown: false, outcome: 'not written' })
  })

  it('says the same in a transaction', async () => {
    host.script = [cancels, breaks, cancels]
    await expect(client.send(transaction())).rejects.toMatchObject({ afterUnknown: false })
    await expect(client.send(transaction())).rejects.toMatchObject({ afterUnknown: true })
  })

  it('is not sent again although the clock of this machine is wrong', async () => {
    const date = 'Tue, 05 Feb 2030 10:00:00 GMT'
    const play: Play = (answer) => {
      answer.setHeader('date', date)
      refuses(answer)
    }
    host.script = [play, play]
    await expect(client.send(put())).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' })
    expect(host.received).toHaveLength(1)
  })
})

describe('a command whose time is over', () => {
  it('fails as unknown while a write is under way, as busy while a read is', async () => {
    host.script = [hangs, hangs]
    const deadline = () => ({ deadline: Date.now() + 200 })
    await expect(client.send(put(), deadline())).rejects.toMatchObject({ outcome: 'unknown' })
    await expect(client.send(get, deadline())).rejects.toMatchObject({ code: 'busy', outcome: 'not written' })
  })

  it('is not sent', async () => {
    const late = client.send(put(), { deadline: Date.now() - 1 })
    await expect(late).rejects.toMatchObject({ code: 'busy', outcome: 'not written' })
    expect(host.received).toEqual([])
  })

  it('is not sent again', async () => {
    host.script = Array<Play>(9).fill((answer) => void setTimeout(() => throttles(answer), 150))
    const send = client.send(put(), { deadline: Date.now() + 200 })
    await expect(send).rejects.toMatchObject({ outcome: expect.any(String) })
    expect(host.received.length).toBeLessThan(4)
  })

  it('ends when its caller says so', async () => {
    const caller = new AbortController()
    host.script = [() => caller.abort()]
    const send = client.send(put(), { abortSignal: caller.signal })
    await expect(send).rejects.toMatchObject({ name: 'AbortError', outcome: 'unknown' })
  })
})

it.runIf(process.platform === 'linux')('a host that accepts no connection is given up', async () => {
  const code = `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    () => console.log(s.address().port))`
  const deaf = spawn(process.execPath, ['-e', code])
  const [port] = (await once(deaf.stdout, 'data')) as [Buffer]
  deaf.kill('SIGSTOP')
  // The kernel takes as many connections as wait to be accepted, and drops what would connect after them.
  const waiting = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
  await once(waiting[0]!, 'connect')
  client = clientTo(`http://127.0.0.1:${Number(port)}`, 300)
  await expect(client.send(get)).rejects.toMatchObject({ outcome: 'not written' })
  waiting.forEach((socket) => socket.destroy())
  deaf.kill('SIGKILL')
})
