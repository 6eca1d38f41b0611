import { negotiated } from '../../lib/docs/answer.js'
import { indexDocument, indexPage } from '../../lib/docs/index-page.js'
import { open } from '../../lib/endpoint.js'

export const endpoint = open(
  undefined,
  {},
  negotiated((site) => ({
    title: 'Documentation of Turnout',
    main: indexPage(site),
    document: indexDocument(site),
  })),
)
