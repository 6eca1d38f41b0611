import { describe, expect, it } from 'vitest'
import { oldestFirst } from '../../../admin/osdi/source/collection.js'
import type { Document, Source } from '../../../admin/osdi/source/source.js'

/** A collection of two a page. A member joins before each request in `joins`, counted from 1. */
function collection({ count, joins = [], isOldestFirst = false, hasTotal = true }: Options) {
  const members: Document[] = []
  const add = () => {
    const number = members.length + 1
    const created_date = `2026-01-01T00:00:${String(number).padStart(2, '0')}Z`
    members.push({ number, created_date })
  }
  for (let i = 0; i < count; i++) add()
  let requests = 0
  const source: Source = {
    requests: () => requests,
    get: (path) => {
      if (joins.includes(++requests)) add()
      const page = Number(/page=(\d+)/.exec(path)?.[1])
      const inOrder = isOldestFirst ? members : members.toReversed()
      return Promise.resolve({
        per_page: 2,
        ...(hasTotal && { total_records: members.length }),
        _embedded: { 'osdi:x': inOrder.slice((page - 1) * 2, page * 2) },
      })
    },
  }
  return source
}

interface Options {
  count: number
  joins?: number[]
  isOldestFirst?: boolean
  hasTotal?: boolean
}

async function read(source: Source, done = 0) {
  const numbers: number[] = []
  let reached = done
  for await (const part of oldestFirst(source, 'x', done)) {
    numbers.push(...part.members.map(({ number }) => Number(number)))
    reached = part.done
  }
  return { numbers, reached }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('a collection, from its oldest member', () => {
  it.each([
    ['begins with the newest', {}],
    ['begins with the oldest', { isOldestFirst: true }],
    ['has no total', { hasTotal: false }],
  ])('is read in order where it %s', async (_, options) => {
    expect(await read(collection({ count: 7, ...options }))).toEqual({ numbers: upTo(7), reached: 7 })
  })

  it('goes on behind what was read before', async () => {
    const { numbers, reached } = await read(collection({ count: 9 }), 4)
    expect(numbers.filter((number) => number > 4)).toEqual([5, 6, 7, 8, 9])
    expect(reached).toBe(9)
  })

  it.each([[[3]], [[4]], [[3, 4, 5]], [[2, 3, 4, 5, 6]]])(
    'leaves no one out while members join at the requests %j',
    async (joins) => {
      const { numbers, reached } = await read(collection({ count: 9, joins }))
      expect(upTo(reached).filter((number) => !numbers.includes(number))).toEqual([])
      expect(reached).toBeGreaterThanOrEqual(9)
    },
  )

  it('reads nothing where nothing is new', async () => {
    expect(await read(collection({ count: 7 }), 7)).toEqual({ numbers: [], reached: 7 })
  })
})
