import { v1 } from './v1/version.js'
import { v2 } from './v2/version.js'

/** A version of the API in the path: a vocabulary over the shared domain. */
export interface ApiVersion {
  /** The folder of its endpoints under functions/. */
  name: 'v1' | 'v2'
  /** Prefix of its paths. */
  path: `/api/v${number}`
  /** Its name for attendances, in paths and in relations. */
  attendances: 'attendance' | 'attendances'
  /** Request header that carries the API key, as its documents spell it. */
  keyHeader: string
  /** Present if the version is deprecated. */
  deprecated?: { since: Date; successor: ApiVersion }
}

/** Every version that is served. */
export const versions: ApiVersion[] = [v1, v2]
