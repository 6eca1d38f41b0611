import { describe, expect, it } from 'vitest'
import { schedules, streamMappings } from '../../../infra/queues/streams.js'

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

  it('pass records that have the attribute of their filter, and no others', () => {
    const passing = (image?: Record<string, { S?: string }>) =>
      streamMappings.filter(({ accepts }) => accepts(image)).map(({ consumer }) => consumer)
    expect(passing({ waits_for: { S: 'a list' } })).toEqual(['streams/assign-ordinals'])
    expect(passing({ waits_for_people: { S: 'group:1' } })).toEqual(['streams/fan-out'])
    expect(passing({ announces: { S: 'mail' } })).toEqual(['streams/fan-out'])
    expect(passing({ pk: { S: 'a' } })).toEqual([])
    expect(passing({ waits_for: {} })).toEqual([])
    expect(passing()).toEqual([])
  })
})

describe('the schedules', () => {
  it('are those that a deployment makes', () => {
    expect(schedules).toEqual([
      { consumer: 'streams/sweep-pending', everyMs: 60_000, seconds: 120 },
      { consumer: 'streams/send-due-mail', everyMs: 60_000, seconds: 900 },
    ])
  })
})
