import type { Context } from 'hono'
import { describe, expect, it } from 'vitest'
import { FileLinks, PER_PART } from '../../../lib/targeting/manage/file-parts.manage.js'
import type { ManageEnv } from '../../../lib/manage/environment.js'
import { en } from '../../../lib/manage/texts/en.js'

const c = { get: () => en } as unknown as Context<ManageEnv>
const links = (total: number) => {
  const rendered: unknown = FileLinks({
    c,
    path: '/people.csv',
    query: { audience: 'email' },
    text: 'CSV',
    total,
  })
  const html = String(rendered)
  return [...html.matchAll(/href="([^"]+)">([^<]+)</g)].map(([, href, text]) => [href, text])
}

describe('the file of a list', () => {
  it('is one while an answer holds it, also of an empty list', () => {
    for (const total of [0, 1, PER_PART]) expect(links(total)).toEqual([['/people.csv?audience=email', 'CSV']])
  })

  it('has as many parts as it needs beyond that, and each says so', () => {
    expect(links(2 * PER_PART + 1)).toEqual([
      ['/people.csv?audience=email', 'CSV: part 1 of 3'],
      ['/people.csv?audience=email&amp;part=2', 'CSV: part 2 of 3'],
      ['/people.csv?audience=email&amp;part=3', 'CSV: part 3 of 3'],
    ])
  })
})
