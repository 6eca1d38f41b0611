import { recordPerson } from '../../lib/domain/record-person.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { personResource, readSignup } from '../../lib/hal/v2/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendancesWorld, endpoint } from '../../lib/service.js'

/** The person signup helper: the only way to add a person through the API. */
export const handler = endpoint(v2, async ({ owner, query, body }) => {
  const { person: sent, add_tags, remove_tags, ignored } = readSignup(body)
  const person = await recordPerson(owner, sent, attendancesWorld)
  await attendancesWorld.tagPerson(owner, person.id, add_tags, remove_tags)
  return okOrEmpty(query, personResource(person), [
    ...ignored,
    ...ignoredIdentifiers(sent.identifiers, person),
  ])
})
