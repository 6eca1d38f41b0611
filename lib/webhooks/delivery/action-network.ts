import type { Sponsor } from '../../runtime/principal.js'
import type { Person } from '../../people/person.js'
import { type Site, native } from '../../runtime/site.js'
import type { NewMessage } from '../webhook-message.js'
import { embeddedPerson } from '../../people/documents/person.v2.js'

/*
 * Messages in the format of Action Network. Its receivers read the person and the tags in the attendance, and the group
 * beside it.
 */

/** The additions to a message of an attendance. */
export interface Besides {
  /** The person, if the owner of the webhook has the person in its list. */
  person: Person | undefined
  tags: string[]
  sponsor: Sponsor | undefined
}

/** Returns a message with what receivers of Action Network read. */
export function forActionNetwork(site: Site, message: NewMessage, besides: Besides): NewMessage {
  const { person, tags, sponsor } = besides
  const { browser_url: url } = sponsor ?? {}
  const data = {
    ...message.data,
    ...(person && person.erased_date === undefined && { person: documentOf(site, person), add_tags: tags }),
    ...(sponsor && {
      [native(site, 'sponsor')]: { title: sponsor.title, ...(url && { url }) },
    }),
  }
  return { ...message, data }
}

function documentOf(site: Site, person: Person): object {
  const { _links: _others, ...fields } = embeddedPerson(site, person)
  return fields
}

/** Returns one object of the body that Action Network sends: the group stands beside the attendance. */
export function actionNetworkObject({ id, data }: { id: string; data: object }): object {
  const entries = Object.entries(data)
  const isSponsor = ([name]: [string, unknown]) => name.endsWith(':sponsor')
  return {
    'osdi:attendance': Object.fromEntries(entries.filter((each) => !isSponsor(each))),
    ...Object.fromEntries(entries.filter(isSponsor)),
    idempotency_key: id,
  }
}
