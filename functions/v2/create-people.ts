import { countryOnce, recordPerson } from '../../lib/people/record-person.js'
import { bulkEndpoint } from '../../lib/app/endpoint.js'
import { ignoredOfSignup } from '../../lib/people/documents/ignored.js'
import { keysOfPerson } from '../../lib/people/person.js'
import { personResource, readSignup } from '../../lib/people/documents/person.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { recordRows } from '../../lib/imports/bulk-rows.js'
import { recording } from '../../lib/app/people.js'
import { tagPerson } from '../../lib/tags/record-tag.js'

/** The person signup helper for many people at once. */
export const endpoint = bulkEndpoint(v2, { recording }, ({ recording, site }, request) => {
  const { owner } = request
  const people = { ...recording, countryOf: countryOnce() }
  return recordRows(request, {
    read: (body) => readSignup(site, body),
    keysOf: ({ person }) => keysOfPerson(person),
    record: async (signup) => {
      const { add_tags, remove_tags } = signup
      const person = await recordPerson(people, owner, signup.person)
      const unknown = await tagPerson(recording, owner, person.id, add_tags, remove_tags)
      return {
        resource: personResource(site, person),
        ignored: ignoredOfSignup(site, signup, person, unknown),
      }
    },
  })
})
