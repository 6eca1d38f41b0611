import endpoints from './endpoints.json' with { type: 'json' }

/** An endpoint is one Lambda: its code under functions/, its route, and what it needs of the table. */
export interface Endpoint {
  /** Name of the deployed function. It is also the path of its file under functions/, unless `file` says another. */
  name: string
  /** Path of a file under functions/, without extension, that has the endpoint of each version. */
  file?: string
  /** `METHOD /path/{parameter}`, or `$default` for what no other route takes. */
  route: string
  /** Further routes of the same function, where one route cannot take all of its paths. */
  also?: string[]
  /**
   * Names in infra/permissions/needs/, besides looking up the key of the caller; `everything` is all that any
   * endpoint needs.
   */
  needs: string[]
  /** Whether it writes locations, for which it needs the table of locations. */
  geocodes?: boolean
  /** Whether it finds places that visitors type, for which it needs the table of locations, too. */
  finds?: boolean
  /** Whether it needs the layer of the explorer: its script, the framework of the interface, or the parser of HTML. */
  explores?: boolean
  /** Whether a rush comes here: it has throttles and, on an event day, instances of its own. */
  rsvps?: boolean
  /** Whether browsers open it: a page, or a file of pages. HEAD has a route of its own then. */
  page?: boolean
  /** The endpoint's use of uploaded images. */
  images?: 'reads' | 'writes'
  /** Limits the time in seconds, for work that takes longer than that of others. */
  seconds?: number
  /** Whether it works rather than waits, and so has a whole processor. */
  computes?: boolean
}

export const allEndpoints: Endpoint[] = Object.entries(endpoints).map(([name, endpoint]) => ({
  name,
  ...(endpoint as Omit<Endpoint, 'name'>),
}))

/** The code of a function: a file under functions/, without extension, and the name of its export. */
export interface Code {
  file: string
  exported: 'endpoint' | `${string}Endpoint`
}

/** Returns where the code of a function is. @param name of an endpoint, or of a consumer, which has its own file */
export function codeOf(name: string): Code {
  const file = (endpoints as Record<string, { file?: string }>)[name]?.file
  return file ? { file, exported: `${name.split('/')[0]}Endpoint` } : { file: name, exported: 'endpoint' }
}

/** Every route of an endpoint. A page has one for HEAD too, which `other-requests` takes for all others. */
export const routesOf = ({ route, also = [], page }: Pick<Endpoint, 'route' | 'also' | 'page'>): string[] => [
  route,
  ...also,
  ...[route, ...also].flatMap((each) => (page && each.startsWith('GET ') ? [each.replace('GET ', 'HEAD ')] : [])),
]

/** Whether an endpoint takes every method of its paths, and so answers HEAD, OPTIONS and unknown paths itself. */
export const takesAnyMethod = ({ route }: Pick<Endpoint, 'route'>) => route.startsWith('ANY ')
