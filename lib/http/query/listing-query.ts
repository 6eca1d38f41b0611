import type { ListingQuery } from '../../domain/public/listing.js'
import type { GatewayRequest } from '../request.js'

/** Reads what a visitor looks for from the query of an address. What is malformed or empty is left out. */
export function readListingQuery({ rawQueryString }: Pick<GatewayRequest, 'rawQueryString'>): ListingQuery {
  const sent = new URLSearchParams(rawQueryString)
  const location = sent.get('location')?.trim().slice(0, 200)
  const [from, until] = [dayIn(sent.get('from')), dayIn(sent.get('until'))]
  const after = sent.get('after')
  return {
    ...(location && { location }),
    ...(from && { from }),
    ...(until && { until }),
    ...(after && { after }),
  }
}

const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined)
