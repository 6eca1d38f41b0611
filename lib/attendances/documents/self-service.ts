import type { Attendance } from '../attendance.js'
import { type Site, native } from '../../runtime/site.js'
import type { Serializer, Link, Resource } from '../../hal/document.js'
import { pathsOfRooms } from '../../hal/links-of-rooms.js'

/** Makes the token in the self-service link of an attendance, once there is a key to sign it. */
export type TokenOf = (attendance: Pick<Attendance, 'id' | 'event'>) => string | undefined

/** Returns the address at which a person sees and changes an attendance without an account. */
export const selfServiceLink = ({ publicUrl }: Site, token: string): Link => ({
  href: `${publicUrl}${pathOf(token)}`,
})

const pathOf = (token: string | undefined): string | undefined =>
  pathsOfRooms('attendance', '', { token })[':self_service']

/** Returns the address at which a member checks in a guest. It says nothing to anyone who is not signed in. */
export const doorLink = ({ publicUrl }: Site, event: string, attendance: string): Link => ({
  href: `${publicUrl}/manage/events/${event}/door?guest=${attendance}`,
})

/** Returns a kept document as readers may see it who may not write: without the self-service link. */
export function withoutSelfService(site: Site, document: object): object {
  const { _links = {} } = document as Partial<Resource>
  const left = Object.entries(_links).filter(([rel]) => rel !== native(site, 'self_service'))
  return { ...document, _links: Object.fromEntries(left) }
}

/** Makes a serializer of attendances add the self-service link. It belongs to no version. */
export const withSelfService =
  (attendance: Serializer<Attendance>): Serializer<Attendance, [TokenOf]> =>
  (site, item, tokenOf) => {
    const resource = attendance(site, item)
    const path = pathOf(tokenOf(item))
    if (path === undefined) return resource
    const link = { href: site.publicUrl + path }
    return { ...resource, _links: { ...resource._links, [native(site, 'self_service')]: link } }
  }
