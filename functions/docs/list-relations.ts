import { negotiated } from '../../lib/docs/answer.js'
import { IndexPage, indexDocument } from '../../lib/docs/index-page.js'
import { open } from '../../lib/endpoint.js'

export const endpoint = open(
  undefined,
  {},
  negotiated((site) => ({
    title: 'Documentation of Turnout',
    main: IndexPage({ site }),
    document: indexDocument(site),
  })),
)
