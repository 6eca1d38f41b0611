import { tagResource } from '../../lib/hal/v2/tag.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, tags } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => ok(tagResource(await tags.find(owner, id()))))
