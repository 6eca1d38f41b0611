import { negotiated } from '../../lib/docs/answer.js'
import { indexDocument, indexPage } from '../../lib/docs/index-page.js'

export const handler = negotiated(() => ({
  title: 'Documentation of Turnout',
  main: indexPage(),
  document: indexDocument(),
}))
