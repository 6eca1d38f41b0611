import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { announcementsIn } from '../../../lib/queues/announcements.js'
import { queues } from '../../../lib/app/queues.js'
import { has, isWhole } from '../../support/rooms.js'
import { type Interest, type Queue, isInUse } from '../../../lib/queues/queue.js'

const queue = (name: string, takes?: Interest): Queue => ({
  name,
  needs: [],
  batchSize: 1,
  concurrency: 2,
  seconds: 1,
  attempts: 1,
  lateAfter: 60,
  ...(takes && { takes }),
})
const post = queue('post', {
  attribute: 'announces',
  words: ['mail'],
  carries: ['revision', 'hidden', 'missing'],
})
const hooks = queue('hooks', { attribute: 'announces', words: ['webhooks'], carries: [] })

const record = (image: object): DynamoDBRecord => ({
  dynamodb: {
    SequenceNumber: '7',
    NewImage: { pk: { S: 'event#1' }, sk: { S: 'event' }, ...image },
  },
})

describe('the announcements in records of the stream', () => {
  it('go to the queues whose word the record has, with the attributes that each takes', () => {
    const both = record({ announces: { S: 'mail webhooks' }, revision: { N: '3' }, hidden: { BOOL: true } })
    const announcement = { pk: 'event#1', sk: 'event', sequence: '7', announces: 'mail webhooks' }
    expect(announcementsIn([both], [post, hooks, queue('idle')])).toEqual([
      { queue: 'post', announcement: { ...announcement, revision: 3, hidden: true } },
      { queue: 'hooks', announcement },
    ])
    const one = record({ announces: { S: 'webhooks' } })
    expect(announcementsIn([one], [post, hooks]).map(({ queue }) => queue)).toEqual(['hooks'])
  })

  it('are none of an item that was removed, or whose attribute has other words', () => {
    expect(announcementsIn([{ dynamodb: { SequenceNumber: '1' } }, {}], [post])).toEqual([])
    expect(announcementsIn([record({ announces: { S: 'mailing' } }), record({})], [post, hooks])).toEqual([])
  })

  it('tell of results that wait', () => {
    const waiting = record({ waits_for_people: { S: 'group:1' } })
    expect(announcementsIn([waiting], queues).map(({ queue }) => queue)).toContain('compute-results')
  })

  const item = (pk: string, sk: string, revision: number, eventName: 'INSERT' | 'MODIFY'): DynamoDBRecord => ({
    eventName,
    dynamodb: {
      SequenceNumber: '7',
      NewImage: { pk: { S: pk }, sk: { S: sk }, revision: { N: String(revision) } },
    },
  })

  it.runIf(has('finding'))('tell of every person and event, which are found by their words', () => {
    const records = [
      item('person#1', 'person', 1, 'INSERT'),
      item('event#1', 'event', 2, 'MODIFY'),
      item('tag#1', 'tag', 1, 'INSERT'),
    ]
    const all = announcementsIn(records, queues)
    expect(all.filter(({ queue }) => queue === 'index-names')).toEqual([
      { queue: 'index-names', announcement: { pk: 'person#1', sk: 'person', sequence: '7' } },
      { queue: 'index-names', announcement: { pk: 'event#1', sk: 'event', sequence: '7' } },
    ])
  })

  it.runIf(has('webhooks'))('tell nothing of what gives a new resource its ordinal', () => {
    expect(announcementsIn([item('person#1', 'attendance#1', 1, 'MODIFY')], queues)).toEqual([])
    const told = announcementsIn([item('person#1', 'attendance#1', 2, 'MODIFY')], queues)
    expect(told).toEqual([
      {
        queue: 'collect-messages',
        announcement: { pk: 'person#1', sk: 'attendance#1', revision: 2, sequence: '7' },
      },
    ])
  })
})

it.runIf(isWhole)('announcements of emails have no queue at a stage that sends none', () => {
  const mail = { from: 'events@example.org' }
  const inUse = (sender?: object) => queues.filter((each) => isInUse(each, sender)).map(({ name }) => name)
  expect(inUse(mail)).toEqual(queues.map(({ name }) => name))
  expect(inUse()).toEqual(['compute-results', 'collect-messages', 'deliver-messages', 'index-names'])
})

it('announcements have queues whose names are different, and which more than one invocation consumes', () => {
  expect(new Set(queues.map(({ name }) => name)).size).toBe(queues.length)
  for (const { concurrency } of queues.filter(({ takes }) => takes)) expect(concurrency).toBeGreaterThan(1)
})
