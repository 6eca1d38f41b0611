import type { Principal } from '../lib/runtime/principal.js'
import type { LocalSettings } from '../lib/runtime/environment.js'
import type { Service } from '../lib/runtime/service.js'
import type { HttpResponse } from './http/result.js'

/** The part that a room adds to the service on this machine. local/parts.ts lists them. */
export interface LocalPart {
  /** Answers the paths that it knows and no function serves. @returns undefined for any other path */
  answer?: (settings: LocalSettings, path: string) => Promise<HttpResponse> | undefined
  /** Puts its demo data into the table. It changes nothing the second time. */
  seed?: (service: Service, principal: Principal) => Promise<void>
  /** Returns a passage of the banner. */
  greet?: (service: Service, publicUrl: string) => Promise<string | undefined>
}
