import type { OsdiEvent } from '../events/event.js'
import type { Session, SessionToken } from '../sign-in/sign-in.js'
import type { Access } from '../access/sign-in-address.js'
import type { Reach } from '../sign-in/identity-provider.js'
import type { Role } from '../access/group.js'
import type { Permission } from '../access/permissions.js'
import type { Principal } from '../runtime/principal.js'
import type { Owner } from '../runtime/owner.js'
import type { Styles } from '../html/styles.js'
import type { Flash } from './page/flash.js'
import type { Texts } from './texts.js'

/** The group or account that a page is about, as the person who is signed in sees it, or a helper. */
export interface OwnerContext {
  owner: Owner
  /** The id in addresses: of the group, or of the account's person. */
  id: string
  title: string
  /** The signed-in person in that group or account. */
  person: string
  role: Role | ReadonlySet<Permission>
  principal: Omit<Principal, 'key_id'>
  /** Whether its organizers may have to sign in by its identity provider. */
  byProviderOnly: boolean
  country?: string | undefined
  /** The time zone that the owner has chosen. */
  zone?: string | undefined
  /** Whether an RSVP subscribes a new person who has seen no box. */
  subscribes?: boolean | undefined
}

/** The same for a person who is signed in. */
export interface MemberContext extends OwnerContext {
  role: Role
}

/** Somebody without an account who helps with one event, by a link. */
export interface Helper {
  /** The name of the link in the log. */
  name: string
  /** The pages of the event that the link opens, by the last part of their paths. */
  pages: readonly string[]
}

/** The values that the middleware adds to a request. */
export interface ManageEnv {
  Bindings: {
    /** Identifies the request in the log. */
    reference: string
    /** The network that the request comes from, as a hash. */
    network: string
  }
  Variables: {
    texts: Texts
    /** The language of the texts; with the country of the owner, by whose conventions dates are written: `en-NO`. */
    lang: string
    /** The styles of every page. */
    styles: Styles
    /** Whether a page is there, by the path of its route: a room that is taken out takes its pages along. */
    hasPage: (path: string) => boolean
    /** The version of Turnout. */
    version: string
    /** Base of the addresses of public pages. */
    publicUrl: string
    token: SessionToken
    session: Session
    access: Access[]
    /** The owners that the session may act for. */
    reach: Reach
    owner: OwnerContext
    event: OsdiEvent
    /** In place of a session. */
    helper: Helper | undefined
    /** The time zone of pages that are about no event: that of the owner, or of the newest event with one. */
    zone: string | undefined
    /** Whether the page shows times in its zone. */
    timesShown: boolean
    /** The message that the last change has left for this page. */
    flash: Flash
    flashShown: boolean
    /** The sources of the styles of a page in a frame of this one. */
    framedStyles: string
  }
}
