import type { Link, Resource } from '../../hal/document.js'

/** The outcome of a row of a bulk request: a resource, or a refusal as it would be answered alone. */
export type RowOutcome =
  { resource: Resource; ignored: string[] } | { status: number; refusal: Record<string, unknown> }

/** Serializes the answer to a bulk request. Rows are in the order of the request, and count from 1. */
export function bulkDocument(outcomes: RowOutcome[]): Record<string, unknown> {
  const rows = outcomes.map((outcome, i) => ({ row: i + 1, ...rowDocument(outcome) }))
  const recorded = outcomes.filter((outcome) => 'resource' in outcome).length
  return { total_rows: rows.length, recorded, refused: rows.length - recorded, rows }
}

/** A row names the resource and does not repeat it: the whole answer has to fit a response. */
function rowDocument(outcome: RowOutcome) {
  if ('status' in outcome) return { status: outcome.status, ...outcome.refusal }
  const { resource, ignored } = outcome
  const [native] = resource['identifiers'] as string[]
  return {
    status: 200,
    identifiers: [native],
    ...(ignored.length > 0 && { ignored }),
    _links: linksOf(resource),
  }
}

const linksOf = ({ _links: links }: Resource): Record<string, Link | Link[]> => ({
  self: links.self,
  ...(links['osdi:person'] && { 'osdi:person': links['osdi:person'] }),
})
