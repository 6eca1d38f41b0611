/** Which part of a collection is asked for; pages count from 1. */
export interface PageRequest {
  page: number
  per_page: number
}

/** One page of a collection, newest first, with the exact size of the whole. */
export interface Page<Member> extends PageRequest {
  members: Member[]
  total_records: number
}

export const DEFAULT_PER_PAGE = 25
export const MAX_PER_PAGE = 100

export const totalPages = ({ total_records, per_page }: Page<unknown>) => Math.ceil(total_records / per_page)
