import { negotiated } from '../../lib/docs/answer.js'
import { IndexPage, indexDocument } from '../../lib/docs/index-page.js'
import { openEndpoint } from '../../lib/endpoint.js'

export const endpoint = openEndpoint(
  undefined,
  {},
  negotiated((site) => ({
    title: 'Documentation of Turnout',
    main: IndexPage({ site }),
    document: indexDocument(site),
  })),
)
