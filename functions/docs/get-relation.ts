import { negotiated } from '../../lib/docs/answer.js'
import { unknownPage } from '../../lib/docs/index-page.js'
import { relationDocument, relationPage } from '../../lib/docs/relation-page.js'
import { relationsNamed } from '../../lib/docs/relations.js'
import { publicRequest } from '../../lib/http/request.js'

export const handler = negotiated((request) => {
  const name = publicRequest(request).parameter('rel')
  const found = relationsNamed(name)
  return found.length > 0
    ? { title: `${name}: relation`, main: relationPage(found), document: relationDocument(found, name) }
    : { missing: unknownPage(name) }
})
