import { openEndpoint } from '../../lib/app/endpoint.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { published } from '../../lib/http/answer.js'

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

const HOUR = 3_600

/** Lists the APIs of this host, and what describes them, for programs (RFC 9727, RFC 9264). */
export const endpoint = openEndpoint(undefined, {}, ({ site: { publicUrl } }) => {
  const versions = [v2, v1].map(({ path }) => `${publicUrl}${path}`)
  const linkset = [
    { anchor: `${publicUrl}/.well-known/api-catalog`, item: versions.map((href) => ({ href })) },
    ...versions.map((anchor) => ({
      anchor,
      'service-desc': [{ href: `${anchor}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${publicUrl}/docs`, type: 'text/html' }],
    })),
  ]
  return published(JSON.stringify({ linkset }), LINKSET, HOUR)
})
