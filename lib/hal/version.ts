/** A path version of the API: a vocabulary of its own over the same domain. */
export interface ApiVersion {
  /** Where its paths begin. */
  path: `/api/v${number}`
  /** Request header that carries the API key, as its documents spell it. */
  keyHeader: string
  /** Present on a version that others should move on from. */
  deprecated?: { since: Date; successor: ApiVersion }
}
