import { negotiated } from '../../lib/openapi/pages/answer.js'
import { IndexPage, indexDocument } from '../../lib/openapi/pages/index-page.js'
import { documentation } from '../../lib/app/documents/described-versions.js'
import { openEndpoint } from '../../lib/app/endpoint.js'

export const endpoint = openEndpoint(
  undefined,
  { documentation },
  negotiated((site) => ({
    title: 'Documentation of Turnout',
    main: IndexPage({ site }),
    document: indexDocument(site),
  })),
)
