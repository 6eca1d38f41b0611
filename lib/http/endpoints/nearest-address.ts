import { OsdiError } from '../../runtime/errors.js'
import { normalPath } from '../normal-path.js'
import { allEndpoints } from './endpoints.js'

/** Returns the error for an address of the API that no endpoint has, with the nearest one that there is. */
export const noAddress = (publicUrl: string, path: string) =>
  new OsdiError('not_found', 'Not found', [
    {
      error_code: 'no_such_address',
      description: `There is no address ${path.slice(0, 200).toWellFormed()}`,
      properties: [],
      hint: hintFor(publicUrl, nearestAddress(path)),
    },
  ])

const hintFor = (publicUrl: string, nearest: string | undefined) =>
  `${nearest ? `Did you mean ${publicUrl}${nearest}? ` : ''}${publicUrl}/api/v2 links to every collection`

/** Routes of both versions, each as its segments after `/api`. */
const templates = allEndpoints
  .map(({ route }) => route.split(' ')[1] ?? '')
  .filter((route) => /^\/api\/v\d/.test(route))
  .map((route) => route.split('/').slice(2))

/**
 * Returns the address of an endpoint that is the nearest: with another spelling, version, or name of a collection. What
 * stands where a template has a parameter stays. @returns undefined where none is near
 */
function nearestAddress(path: string): string | undefined {
  const [first = '', ...rest] = normalPath(path)
    .replace(/\.json$/i, '')
    .split('/')
    .slice(2)
  const version = /^v[12]$/i.test(first) ? first.toLowerCase() : 'v2'
  const asked = [version, ...(/^v\d+$/i.test(first) || !first ? rest : [first, ...rest])]
  const near = templates
    .filter((template) => template.length === asked.length && template[0] === version)
    .map((template) => ({ template, distance: distanceOf(asked, template) }))
    .sort((one, other) => one.distance - other.distance)
    .find(({ distance }) => distance <= MOST_LETTERS)
  const segments = near?.template.map((part, i) => (part.startsWith('{') ? (asked[i] as string) : part))
  return segments && ['/api', ...segments].join('/')
}

/** With more letters that differ, another thing is meant. */
const MOST_LETTERS = 2

const distanceOf = (asked: string[], template: string[]) =>
  template.reduce(
    (sum, part, i) => sum + (part.startsWith('{') ? 0 : wordsBetween((asked[i] ?? '').toLowerCase(), part)),
    0,
  )

/** A part of a name stands for it: `campaigns` for `event_campaigns`. */
const wordsBetween = (one: string, other: string) =>
  other.split('_').includes(one) ? Math.min(MOST_LETTERS, other.length - one.length) : lettersBetween(one, other)

/** The letters to add, remove or replace that make one word of another (Levenshtein). */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of Array.from(one.slice(0, 40)).entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++)
      next.push(
        Math.min(
          (row[j + 1] as number) + 1,
          (next[j] as number) + 1,
          (row[j] as number) + (letter === other[j] ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) as number
}
