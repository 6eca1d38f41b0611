import { changePerson } from '../../lib/domain/record-person.js'
import { ignoredContacts, ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { personResource, readPersonChange } from '../../lib/hal/v2/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { okOrEmpty } from '../../lib/http/answer.js'
import { attendancesWorld, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query, body, expects }) => {
  const { change, ignored } = readPersonChange(body)
  const { person, ignored: taken } = await changePerson(owner, id(), change, attendancesWorld, expects)
  return okOrEmpty(query, personResource(person), [
    ...ignored,
    ...taken,
    ...ignoredContacts(change, person),
    ...ignoredIdentifiers(change.identifiers, person),
  ])
})
