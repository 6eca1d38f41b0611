import { negotiated } from '../../lib/docs/answer.js'
import { UnknownRelation } from '../../lib/docs/index-page.js'
import { RelationPage, relationDocument } from '../../lib/docs/relation-page.js'
import { relationsNamed } from '../../lib/docs/relations.js'
import { openEndpoint } from '../../lib/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'

export const endpoint = openEndpoint(
  undefined,
  {},
  negotiated((site, request) => {
    const name = publicRequest(request).parameter('rel')
    const found = relationsNamed(site, name)
    return found.length > 0
      ? {
          title: `${name}: relation`,
          main: RelationPage({ site, found }),
          document: relationDocument(site, found, name),
        }
      : { missing: UnknownRelation({ site, name }) }
  }),
)
