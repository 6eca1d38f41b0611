import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Results } from '../../bench/publish.js'

/* Each page of the interface for two owners, of whom one has six times as much: what grows is named here. */

const FEW = { people: 200, events: 20 }
const MANY = { people: 1_200, events: 120 }

/** Pages whose calls follow what they show, and the reason. They have a limit, beyond which they say so at once. */
const FOLLOWING = {
  'Guests who canceled': 'looks through up to 25,000 guests',
  Calls: 'looks through up to 25,000 guests',
  'API: people, `family_name eq`': 'looks through up to 25,000 people',
  "API: attendances, `status eq 'declined'`": 'looks through up to 25,000 RSVPs',
  'The people of a query, a part': 'a part of the file has up to 5,000 people',
  'Door, the next guests': 'a part has up to 500 guests',
  'The file of guests at once': 'has the guests of a short list; a longer one is made by a queue',
  'What worked': 'counts up to 2,000 RSVPs while it is read',
  'What worked, all counted': 'counts up to 2,000 RSVPs while it is read',
  'What worked in a campaign': 'counts up to 2,000 RSVPs while it is read',
  'The file of what worked': 'counts up to 2,000 RSVPs while it is read',
  'The file of what worked at an event': 'counts up to 2,000 RSVPs while it is read',
}

/** Calls that differ because a page has more rows, or reads the next block of its list. */
const SOME = 6

interface Measured {
  page: string
  answer: string
  calls: number
}

let folder: string
let few: Measured[]
let many: Measured[]

async function measured(sizes: typeof FEW): Promise<Measured[]> {
  const out = join(folder, `${sizes.people}.json`)
  const of = ['--people', `${sizes.people}`, '--events', `${sizes.events}`]
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'bench/large/main.ts', 'pages', ...of, '--out', out],
    { maxBuffer: 10_000_000 },
  )
  const { tables } = JSON.parse(await readFile(out, 'utf8')) as Results
  return tables['pages'] as unknown as Measured[]
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-large-'))
  few = await measured(FEW)
  many = await measured(MANY)
}, 900_000)

afterAll(() => rm(folder, { recursive: true }))

describe('for an owner with six times as much', () => {
  it('no page makes more calls than it has to', () => {
    const grown = many.flatMap(({ page, answer, calls }, i) => {
      const before = few[i]?.calls ?? 0
      const mayGrow = answer === 'queue' || page in FOLLOWING || calls <= before + SOME
      return mayGrow ? [] : [`${page}: ${before} calls, then ${calls}`]
    })
    expect(grown).toEqual([])
  })

  it('every page answers', () => {
    expect(many.filter(({ answer }) => !['200', '303', 'queue'].includes(answer))).toEqual([])
  })
})
