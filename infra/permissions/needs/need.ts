import type { Kind } from '../kinds.js'

/** The kinds that a need reads, writes and deletes. Writing includes conditions on existing items. */
export interface Need {
  reads?: Kind[]
  writes?: Kind[]
  /** Those of the written kinds of which many are inserted at once, by PartiQL. */
  inserts?: Kind[]
  deletes?: Kind[]
}
