import { negotiated } from '../../lib/docs/answer.js'
import { unknownPage } from '../../lib/docs/index-page.js'
import { relationDocument, relationPage } from '../../lib/docs/relation-page.js'
import { relationsNamed } from '../../lib/docs/relations.js'
import { open } from '../../lib/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'

export const endpoint = open(
  undefined,
  {},
  negotiated((site, request) => {
    const name = publicRequest(request).parameter('rel')
    const found = relationsNamed(site, name)
    return found.length > 0
      ? {
          title: `${name}: relation`,
          main: relationPage(site, found),
          document: relationDocument(site, found, name),
        }
      : { missing: unknownPage(site, name) }
  }),
)
