/** A request for one page of a collection; pages count from 1. */
export interface PageRequest {
  page: number
  per_page: number
  /** The cursor from the `next` link of the previous page. Only traversals of changes have cursors. */
  after?: string | undefined
}

/** One page of a collection, newest first, with the exact size of the whole. */
export interface Page<Member> extends PageRequest {
  members: Member[]
  total_records: number
  /** The cursor of the next page in a traversal of changes, false at its end. Other pages have only numbers. */
  next?: string | false
}

/** A page of a collection that is too large to be counted: only `next` leads on. */
export type UncountedPage<Member> = Omit<Page<Member>, 'total_records' | 'next'> & { next: string | false }

export const DEFAULT_PER_PAGE = 25
export const MAX_PER_PAGE = 100

export const totalPages = ({ total_records, per_page }: Page<unknown>) => Math.ceil(total_records / per_page)
