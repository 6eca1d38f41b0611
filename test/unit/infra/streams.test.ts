import { describe, expect, it } from 'vitest'
import { schedules, streamMappings } from '../../../infra/queues/streams.js'
import { has } from '../../support/rooms.js'

const mappingOf = (name: string) => streamMappings.find(({ consumer }) => consumer === name)

describe('the mappings of the stream', () => {
  it('are those that a deployment makes', () => {
    expect(mappingOf('streams/assign-ordinals')).toMatchObject({
      batchSize: 1000,
      windowMs: 1000,
      retries: 10,
    })
    expect(mappingOf('streams/fan-out')).toMatchObject({ batchSize: 500, windowMs: 0, retries: 10_000 })
    // A stream has room for two readers.
    expect(streamMappings).toHaveLength(2)
  })

  const passing = (NewImage?: Record<string, { S?: string; N?: string }>, eventName = 'MODIFY') =>
    streamMappings
      .filter(({ accepts }) => accepts({ eventName, dynamodb: { NewImage } }))
      .map(({ consumer }) => consumer)

  it('pass records that have the attribute of their filter, and no others', () => {
    expect(passing({ waits_for: { S: 'a list' } })).toEqual(['streams/assign-ordinals'])
    expect(passing({ waits_for_people: { S: 'group:1' } })).toEqual(['streams/fan-out'])
    expect(passing({ announces: { S: 'mail' } })).toEqual(['streams/fan-out'])
    expect(passing({ pk: { S: 'a' } })).toEqual([])
    expect(passing({ waits_for: {} })).toEqual([])
    expect(passing()).toEqual([])
  })

  it.each(['person', 'event', 'event_campaign', 'attendance#1'])(
    'pass what changes a resource, and not what gives it its ordinal: %s',
    (sk) => {
      expect(passing({ sk: { S: sk }, revision: { N: '1' } }, 'INSERT')).toEqual(['streams/fan-out'])
      expect(passing({ sk: { S: sk }, revision: { N: '1' } })).toEqual([])
      expect(passing({ sk: { S: sk }, revision: { N: '12' } })).toEqual(['streams/fan-out'])
    },
  )

  it('pass taggings that come and go, and no other kinds of items', () => {
    expect(passing({ sk: { S: 'tagging#1' } }, 'INSERT')).toEqual(['streams/fan-out'])
    expect(passing({ sk: { S: 'tagging#1' } })).toEqual(['streams/fan-out'])
    for (const sk of ['tag', 'event#1', 'action', 'targeting_query'])
      expect(passing({ sk: { S: sk }, revision: { N: '2' } }, 'INSERT')).toEqual([])
  })
})

describe('the schedules', () => {
  it('are those that a deployment makes', () => {
    expect(schedules).toEqual([
      { consumer: 'schedules/sweep', everyMs: 60_000, seconds: 120 },
      ...(has('mail') ? [{ consumer: 'schedules/send-due-mail', everyMs: 60_000, seconds: 900 }] : []),
    ])
  })
})
