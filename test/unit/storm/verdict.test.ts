import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../../tools/storm/calls/client.js'
import { answeredFaults } from '../../../tools/storm/faults/answered-faults.js'
import { createLedger } from '../../../tools/storm/calls/ledger.js'
import { attendanceTrace, eventTrace, personTrace, surviving } from '../../../tools/storm/verdict/traces.js'
import { judge, lostUpdates } from '../../../tools/storm/verdict/verdict.js'

const refusal = (error_code: string) => ({
  'osdi:error': { resource_status: [{ error_descriptions: [{ error_code }] }] },
})
const answer = (status: number, body: unknown = {}): Answer => ({
  server: 'server 1',
  ms: 5,
  status,
  headers: {},
  body,
})
const written = answer(200)
const busy = answer(503, refusal('busy'))
const underWay = answer(409, refusal('request_under_way'))
const lost = answer(0, 'socket hang up')

const rsvp = attendanceTrace('/api/v2/events/1', 'storm-1@example.org')

/** Returns the verdict on a write with these answers that was found so many times. */
function verdict(answers: Answer[], count: number, trace = rsvp) {
  const ledger = createLedger()
  for (const each of answers) ledger.record('#1 RSVP', [trace], each)
  return judge(ledger, { counts: new Map(count > 0 ? [[trace.name, count]] : []) }).map(({ sentence }) => sentence)
}

describe('the verdict on a write', () => {
  it('wants it once when any of its answers acknowledged it', () => {
    expect(verdict([lost, written], 1)).toEqual([])
    expect(verdict([busy, written], 0)).toEqual([`Acknowledged, and not there: ${rsvp.name}`])
    expect(verdict([written, written], 2)).toEqual([`There 2 times: ${rsvp.name}`])
  })

  it('wants it not at all when all of its answers said that nothing was written', () => {
    expect(verdict([busy, busy], 0)).toEqual([])
    expect(verdict([busy, busy], 1)).toEqual([`Answered as not written, and there: ${rsvp.name}`])
    expect(verdict([answer(412, refusal('precondition_failed'))], 1)).toHaveLength(1)
  })

  it('takes either when an answer left it open, but never two', () => {
    for (const open of [lost, answer(500), answer(503, refusal('outcome_unknown')), underWay]) {
      expect(verdict([busy, open], 0)).toEqual([])
      expect(verdict([busy, open], 1)).toEqual([])
      expect(verdict([open], 2)).toEqual([`There 2 times: ${rsvp.name}`])
    }
  })

  it('takes a person whose RSVP was refused', () => {
    expect(verdict([busy], 1, surviving(personTrace('storm-1@example.org')))).toEqual([])
  })

  it('names what the storm never asked for, and nothing else that is there', () => {
    const counts = new Map([
      [eventTrace('Keyed 7').name, 1],
      [eventTrace('Contended').name, 1],
    ])
    expect(judge(createLedger(), { counts }).map(({ sentence }) => sentence)).toEqual([
      'There, and never asked for: event "Keyed 7"',
    ])
  })

  it('shows every request as evidence', () => {
    const ledger = createLedger()
    ledger.record('#1 RSVP', [rsvp], busy)
    const [violation] = judge(ledger, { counts: new Map([[rsvp.name, 1]]) })
    expect(violation?.evidence).toEqual(['#1 RSVP · server 1 · 5 ms · 503 busy · not written'])
  })
})

describe('changes on condition', () => {
  it('are lost when two of them were acknowledged on the same revision', () => {
    const changes = new Map([
      ['/api/v2/events/1 at revision 3', new Set(['storm:change-1.1', 'storm:change-2.1'])],
      ['/api/v2/events/1 at revision 4', new Set(['storm:change-3.1'])],
    ])
    expect(lostUpdates(changes).map(({ sentence }) => sentence)).toEqual([
      '2 changes were acknowledged of /api/v2/events/1 at revision 3: storm:change-1.1, storm:change-2.1',
    ])
  })
})

describe('answers that no storm explains', () => {
  const wrongAfter = (...answers: Answer[]) => {
    const ledger = createLedger()
    for (const each of answers) ledger.record('#1 event with a key', [eventTrace('Keyed 1')], each)
    return ledger.wrong.map(({ sentence }) => sentence)
  }

  it('are faults of ours, by what the logs say about them', () => {
    const ledger = createLedger()
    const fault = (reference_code: string) =>
      answer(500, {
        'osdi:error': {
          resource_status: [{ error_descriptions: [{ error_code: 'fault', reference_code }] }],
        },
      })
    for (const each of [fault('a='), fault('b='), answer(500, { message: 'Internal Server Error' })])
      ledger.record('#1 RSVP', [rsvp], each)
    const line = (reference_code: string, process: number) =>
      JSON.stringify({
        reference_code,
        message: 'read ECONNRESET',
        stack: `Error: read ECONNRESET\n    at send (/home/.cache/handlers/${process}/lib/chunk.mjs:3:1)`,
      })
    expect(answeredFaults(ledger, [line('a=', 17), `${line('b=', 18)}\nsomething else`])).toEqual([
      {
        sentence: '2 requests were answered as faults: read ECONNRESET at send (lib/chunk.mjs:3:1)',
        evidence: Array(2).fill('#1 RSVP · server 1 · 5 ms · 500 fault · unknown'),
      },
      {
        sentence: '1 requests were answered as faults: not from a function',
        evidence: ['#1 RSVP · server 1 · 5 ms · 500 · unknown'],
      },
    ])
  })

  it('are refusals that say more than "busy" or "full"', () => {
    expect(wrongAfter(answer(400, refusal('invalid_person')))).toHaveLength(1)
    expect(wrongAfter(written, busy, lost, answer(409, refusal('event_full')))).toEqual([])
  })

  it('are an Idempotency-Key that only its own request can have locked', () => {
    expect(wrongAfter(underWay)).toEqual([expect.stringContaining('locked by the request itself')])
    expect(wrongAfter(busy, underWay)).toEqual([])
    expect(wrongAfter(lost, underWay, underWay)).toEqual([])
  })

  it('are an Idempotency-Key that stays locked', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const ledger = createLedger()
    const trace = eventTrace('Keyed 1')
    for (const each of [lost, underWay, underWay]) {
      ledger.record('#1 event with a key', [trace], each)
      vi.setSystemTime(Date.now() + 20_000)
    }
    expect(ledger.wrong.map(({ sentence }) => sentence)).toEqual([
      '#1 event with a key: an Idempotency-Key is locked for 40000 ms',
    ])
  })
})
