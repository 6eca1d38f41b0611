import { negotiated } from '../../lib/openapi/pages/answer.js'
import { UnknownRelation } from '../../lib/openapi/pages/index-page.js'
import { RelationPage, relationDocument } from '../../lib/openapi/pages/relation-page.js'
import { relationsNamed } from '../../lib/openapi/pages/relations.js'
import { documentation } from '../../lib/app/documents/described-versions.js'
import { openEndpoint } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'

export const endpoint = openEndpoint(
  undefined,
  { documentation },
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
