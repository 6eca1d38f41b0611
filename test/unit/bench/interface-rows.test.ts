import { describe, expect, it } from 'vitest'
import { NOT_MEASURED, stepsOf } from '../../../bench/large/pages.js'
import type { Open } from '../../../bench/large/organizer.js'
import { interfaceOf } from '../../../lib/app/manage.js'
import { isWhole } from '../../support/rooms.js'

/* Every page of an owner or an event stands in the table of docs/performance.md, or its reason to be left out does. */

const ID = '00000000-0000-4000-8000-000000000000'

/** Whatever the pages ask for while they are put together. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'https://events.example.org' : anything),
  apply: () => anything,
})

const routes = (): string[] => {
  const dependencies = new Proxy(
    { site: { publicUrl: 'https://events.example.org' } },
    {
      get: (of, name) => Reflect.get(of, name) ?? anything,
    },
  )
  const gets = interfaceOf(dependencies as Parameters<typeof interfaceOf>[0]).routes.filter(
    ({ method }) => method === 'GET',
  )
  return [...new Set(gets.map(({ path }) => path))].filter((path) => /:owner|:event/.test(path))
}

const measured = async (): Promise<string[]> => {
  const open = ((_: string, path: string) => {
    const body = { _links: { self: { href: `https://events.example.org${path}/${ID}` } } }
    return Promise.resolve({ status: 200, body: Buffer.from(JSON.stringify(body)) })
  }) as unknown as Open
  const filled = {
    owner: `group:${ID}` as const,
    group: ID,
    event: ID,
    dateOfSeries: ID,
    person: ID,
    campaign: ID,
  }
  return (await stepsOf(filled, open)).map(({ path }) => path.replace(/\?.*/, ''))
}

const matching = (route: string) =>
  new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/:\w+(?:\{([^}]*)\})?/g, (_, of) => of ?? '[^/]+')}$`)

describe('the table of pages with very much', () => {
  it('has a row for every page of an owner or an event', async () => {
    const paths = await measured()
    const missing = routes().filter(
      (route) => !(route in NOT_MEASURED) && !paths.some((path) => matching(route).test(path)),
    )
    expect(missing).toEqual([])
  })

  it.runIf(isWhole)('leaves out no page that is not there', () => {
    const known = new Set(routes())
    expect(Object.keys(NOT_MEASURED).filter((route) => !known.has(route))).toEqual([])
  })
})
