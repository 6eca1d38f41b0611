import { marshall } from '@aws-sdk/util-dynamodb'
import type { Row } from '../../../bench/print-table.js'
import { sendQueue } from '../../../lib/mail/mail-queues.js'
import { enteredPerson } from '../../../lib/people/person.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { keyOf } from '../../../lib/table/table.js'
import type { Attributes } from '../dynamodb/expressions.js'
import { uuidOf } from '../random.js'
import { type Simulation, createSimulation } from '../simulation.js'
import { SENDER, SES_MS } from './confirmations.js'
import type * as Sender from './sender.js'

/** Goal of the largest message, in emails an hour. */
const BUDGET = 1_000_000

/** An invocation of the queue's function. */
const { concurrency, seconds: INVOCATION_S } = sendQueue

/** The result of a message to many people. */
export interface ModeledMailing {
  people: number
  /** The rate of the account, in emails a second. */
  perSecond: number
  mails: number
  doubled: number
  /** From the first email to the last one. */
  seconds: number
  /** The most mails in a second. */
  most: number
  /** Requests to DynamoDB for each email. */
  requests: number
}

/**
 * Simulates messages to people, from one account, as fast as it may send. There are as many parts as invocations at
 * once, like those of 80,000 people: parts of fewer people make it a run of seconds, at the same rate.
 */
export async function measureMailing({
  people = 6_000,
  rates = [400, 1_000],
}: { people?: number; rates?: number[] } = {}): Promise<ModeledMailing[]> {
  const mailings: ModeledMailing[] = []
  for (const perSecond of rates) mailings.push(await play(people, perSecond))
  return mailings
}

async function play(people: number, perSecond: number): Promise<ModeledMailing> {
  const simulation = await createSimulation([], {}, [SENDER])
  const { clock, code, dynamodb, demo } = simulation
  const owner: Owner = `group:${demo.group.id}`
  const given = code.load(SENDER) as unknown as typeof Sender
  const message = await clock.resolved(given.givenMessage(owner, seedReaders(simulation, owner, people)))
  const before = dynamodb.counts.requests
  const sent = new Map<string, number>()
  const bySecond = new Map<number, number>()
  let [first, last] = [Infinity, 0]
  const account = {
    perSecond,
    sesMs: SES_MS,
    peopleOfPart: Math.ceil(people / concurrency),
    report: (reason: string) => clock.fail(new Error(reason)),
    took: (id: string) => {
      sent.set(id, (sent.get(id) ?? 0) + 1)
      const second = Math.floor(clock.elapsed / 1_000)
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
      ;[first, last] = [Math.min(first, clock.elapsed), clock.elapsed]
    },
  }
  const until = () => clock.now + (INVOCATION_S - 30) * 1_000
  await clock.resolved(given.work(message.id, account, until()))
  // The index of what is due shows the parts a moment later.
  await clock.resolved(clock.sleep(1_000))
  const parts = (await clock.resolved(given.due())).filter((id) => id !== message.id)
  const waiting = parts.length > 0 ? parts : [message.id]
  // A part whose invocation is over announces itself again, behind the others.
  const invocations = Array.from({ length: concurrency }, async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const instance = code.load(SENDER) as unknown as typeof Sender
      const before = sent.size
      await instance.work(id, account, until())
      if (sent.size > before && sent.size < people) waiting.push(id)
    }
  })
  await clock.resolved(Promise.all(invocations))
  return {
    people,
    perSecond,
    mails: sent.size,
    doubled: [...sent.values()].filter((times) => times > 1).length,
    seconds: (last - first) / 1_000,
    most: Math.max(...bySecond.values()),
    requests: (dynamodb.counts.requests - before) / sent.size,
  }
}

/** People with addresses of their own. @returns their ids */
function seedReaders({ dynamodb, random, clock }: Simulation, owner: Owner, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const id = uuidOf(random)
    const email = `kim-${i}@example.org`
    const person = enteredPerson({ id, owner, given_name: 'Kim', family_name: 'Doe', email }, new clock.Date())
    const item = marshall({ ...keyOf.person(id), ...person }, { removeUndefinedValues: true })
    dynamodb.seed(item as object as Attributes)
    return id
  })
}

/** Formats mailings as rows of a table, with the budget. */
export const mailingRows = (mailings: ModeledMailing[]): Row[] =>
  mailings.map(({ people, perSecond, mails, doubled, seconds, most, requests }) => {
    const anHour = Math.round((mails / seconds) * 3_600)
    return {
      people,
      'account, a second': perSecond,
      mails,
      doubled,
      s: Math.round(seconds),
      'most in a second': most,
      'mails an hour': anHour,
      'requests a mail': Math.round(requests * 100) / 100,
      'over budget': mails !== people || doubled > 0 || anHour < BUDGET,
    }
  })
