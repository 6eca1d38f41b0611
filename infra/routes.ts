import endpoints from './endpoints.json' with { type: 'json' }

/** An endpoint is one Lambda: a file under functions/, its route, and what it may do with the table. */
export interface Endpoint {
  /** Path of the file under functions/, without extension; also the name of the deployed function. */
  name: string
  /** `METHOD /path/{parameter}`, or `$default` for what no other route takes. */
  route: string
  access: 'none' | 'read' | 'write' | 'delete'
  /** Whether it writes locations, for which it needs the table of places. */
  geocodes?: boolean
  /** For work that takes longer than others: at most so many seconds, with a whole processor. */
  seconds?: number
}

/** Functions that no request calls; their events stand in infra/streams.yml. */
export const consumers = ['streams/number-members', 'streams/sweep-unnumbered']

export const allEndpoints: Endpoint[] = Object.entries(endpoints).map(([name, endpoint]) => ({
  name,
  ...(endpoint as Omit<Endpoint, 'name'>),
}))
