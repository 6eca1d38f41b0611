import { mayDo } from '../../../lib/access/permissions.js'
import { capabilities } from '../../../lib/app/capabilities.js'
import type { Asker as Admitted, Endpoint } from '../../../lib/app/endpoint.js'
import { interfaceOf } from '../../../lib/app/manage.js'
import { HELP } from '../../../lib/app/stewards.js'
import { allEndpoints, codeOf, takesAnyMethod } from '../../../lib/http/endpoints/endpoints.js'
import { scopeFor } from '../../../lib/http/authenticate.js'
import type { Guard } from '../../../lib/manage/access/guards.js'
import type { Capability } from '../../../lib/runtime/capability.js'
import { SCOPES } from '../../../lib/runtime/principal.js'

/*
 * The rights at each address, as the code's own guards say them: those whom an endpoint admits, the scope of its route,
 * the guards before a page of the interface, and the capability that stands in a path. docs/access.md is made of these
 * rows, and each cell is tried.
 */

/**
 * The rights of somebody at an address: nothing, all of it, with what is their own, or where the owner lets browsers.
 */
export type Cell = 'no' | 'yes' | 'own' | 'browsers'

export const KEYS = ['no key', 'read', 'rsvp', 'all', 'ended key', 'key of others'] as const
export const SESSIONS = ['member', 'organizer', 'administrator', 'creator', 'creator of others'] as const

/** The links and secrets that open addresses. */
export const links = capabilities.filter(({ at }) => at !== undefined)
export const askers: readonly string[] = [...KEYS, ...SESSIONS, ...links.map(({ name }) => name)]

export interface Row {
  route: string
  part: 'API' | 'Public addresses' | 'Interface'
  /** The permission of a role, or the scope of a key. */
  needs: string
  cells: Record<string, Cell>
}

const cellsOf = (cell: (asker: string) => Cell) => Object.fromEntries(askers.map((asker) => [asker, cell(asker)]))

/** The capability that opens a route: the one with the longest beginning of it. */
const opening = (path: string): Capability | undefined =>
  links
    .filter(({ at = '' }) => path === at || path.startsWith(`${at}/`))
    .sort((one, other) => (other.at?.length ?? 0) - (one.at?.length ?? 0))[0]

const modules = import.meta.glob<Record<string, Endpoint>>('../../../functions/**/*.ts')

async function admitsOf(name: string): Promise<readonly Admitted[]> {
  const { file, exported } = codeOf(name)
  const endpoint = (await modules[`../../../functions/${file}.ts`]?.())?.[exported]
  if (!endpoint?.admits) throw new Error(`${name} does not say whom it admits`)
  return endpoint.admits
}

/** The rows of all endpoints but the interface. */
async function rowsOfEndpoints(): Promise<Row[]> {
  const rows = allEndpoints
    .filter((endpoint) => !takesAnyMethod(endpoint))
    .map(async ({ name, route, also = [] }) => {
      const admits = await admitsOf(name)
      return [route, ...also].map((each): Row => {
        const isKeyed = admits.includes('keys')
        return {
          route: each,
          part: isKeyed ? 'API' : 'Public addresses',
          needs: isKeyed ? scopeFor(each) : '',
          cells: cellsOf((asker) => cellOfEndpoint(each, admits, asker)),
        }
      })
    })
  return (await Promise.all(rows)).flat()
}

function cellOfEndpoint(route: string, admits: readonly Admitted[], asker: string): Cell {
  const [, path = ''] = route.split(' ')
  if (admits.includes('everybody')) {
    const opened = opening(path)
    return !opened || opened.name === asker ? 'yes' : 'no'
  }
  if (!admits.includes('keys')) return 'no'
  if (asker === 'no key' || isSession(asker)) return admits.includes('browsers') ? 'browsers' : 'no'
  if (asker === 'key of others') return route.includes('{id}') ? 'no' : 'own'
  const scope = SCOPES.find((each) => each === asker)
  return scope && SCOPES.indexOf(scope) >= SCOPES.indexOf(scopeFor(route)) ? 'yes' : 'no'
}

const isSession = (asker: string) => (SESSIONS as readonly string[]).includes(asker)

/** Whatever the pages ask for while they are put together. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'https://events.example.org' : anything),
  apply: () => anything,
})

/** The rows of the interface: each page and form, with the guards that come before it. */
function rowsOfInterface(): Row[] {
  const dependencies = new Proxy(
    { site: { publicUrl: 'https://events.example.org' } },
    { get: (of, name) => Reflect.get(of, name) ?? anything },
  )
  const { routes } = interfaceOf(dependencies as Parameters<typeof interfaceOf>[0])
  const isLast = ({ method, path }: (typeof routes)[number], from: number) =>
    !routes.slice(from + 1).some((each) => each.method === method && each.path === path)
  return routes.flatMap((each, index): Row[] => {
    const { method, path } = each
    if (method === 'ALL' || !isLast(each, index)) return []
    const guards = routes
      .slice(0, index)
      .filter((before) =>
        before.method === 'ALL' ? covers(before.path, path) : before.method === method && before.path === path,
      )
      .flatMap(({ handler }) => (handler as { guard?: Guard }).guard ?? [])
    const needed = guards.filter((guard) => !OF_PLACES.has(guard))
    return [
      {
        route: `${method} ${written(path)}`,
        part: 'Interface',
        needs: [...new Set(needed)].join(', '),
        cells: cellsOf((asker) => cellOfPage(written(path), guards, asker)),
      },
    ]
  })
}

/** A path as the list of endpoints writes it: `/team/{token}`. */
const written = (path: string) => path.replaceAll(/:(\w+)(\{.*?\}+(?=\/|$))?/g, '{$1}')

/** Guards that ask for no permission. */
const OF_PLACES = new Set<Guard>(['session', 'whole session', 'owner', 'event', 'helper', 'helpers alone'])

const covers = (pattern: string, path: string) => {
  const base = pattern.replace(/\/\*$/, '')
  return path === base || path.startsWith(`${base}/`)
}

function cellOfPage(path: string, guards: readonly Guard[], asker: string): Cell {
  const needed = guards.filter((guard) => !OF_PLACES.has(guard))
  const opened = opening(path)
  if (opened) return opened.name === asker ? 'yes' : 'no'
  if (asker === TEAM && guards.includes('helper') && isOpenToHelpers(path, needed)) return 'yes'
  if (!guards.includes('session')) return 'yes'
  if (!isSession(asker) || guards.includes('helpers alone')) return 'no'
  if (!guards.includes('owner') && !guards.includes('event')) return 'own'
  if (asker === 'creator of others') return 'no'
  return needed.every((each) => mayDo(asker as 'member', each as never)) ? 'yes' : 'no'
}

/** The link of a team is tried with all rights. */
const TEAM = 'Link of a team'

function isOpenToHelpers(path: string, needed: readonly Guard[]): boolean {
  const [, page = '', part] = path.replace('/manage/events/{event}', '').split('/')
  if (page === '') return true
  return (
    part !== 'file' &&
    HELP.some((help) => help.page === page) &&
    needed.every((each) => HELP.some(({ permissions }) => (permissions as readonly Guard[]).includes(each)))
  )
}

/** Every row: of the API, of public addresses, of the interface. */
export async function allRows(): Promise<Row[]> {
  const rows = [...(await rowsOfEndpoints()), ...rowsOfInterface()]
  const parts = ['API', 'Public addresses', 'Interface']
  return parts.flatMap((part) => rows.filter((row) => row.part === part))
}
