/** A path version of the API: a vocabulary of its own over the same domain. */
export interface ApiVersion {
  /** The folder of its endpoints under functions/. */
  name: 'v1' | 'v2'
  /** Where its paths begin. */
  path: `/api/v${number}`
  /** Its name for attendances, in paths and in relations. */
  attendances: 'attendance' | 'attendances'
  /** Request header that carries the API key, as its documents spell it. */
  keyHeader: string
  /** Present on a version that others should move on from. */
  deprecated?: { since: Date; successor: ApiVersion }
}
