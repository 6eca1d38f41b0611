/** Which part of a collection is asked for; pages count from 1. */
export interface PageRequest {
  page: number
  per_page: number
  /** Where the page before this one ended, as its `next` told; only walks over changes have such places. */
  after?: string | undefined
}

/** One page of a collection, newest first, with the exact size of the whole. */
export interface Page<Member> extends PageRequest {
  members: Member[]
  total_records: number
  /** Where the next page of a walk over changes begins, false at its end; elsewhere it follows from the number. */
  next?: string | false
}

export const DEFAULT_PER_PAGE = 25
export const MAX_PER_PAGE = 100

export const totalPages = ({ total_records, per_page }: Page<unknown>) => Math.ceil(total_records / per_page)
