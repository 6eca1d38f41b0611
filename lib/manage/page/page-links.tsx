import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { type Page, totalPages } from '../../domain/page.js'
import type { ManageEnv } from '../environment.js'

/** Links to the previous and the next page of a list, and how long it is. */
export const PageLinks: FC<{
  c: Context<ManageEnv>
  found: Page<unknown>
  path: string
  /** Further parameters of the addresses. */
  query?: Record<string, string>
}> = ({ c, found, path, query = {} }) => {
  const { list: texts } = c.get('texts')
  const last = totalPages(found)
  const pathOf = (page: number) =>
    `${path}?${new URLSearchParams({ ...query, page: String(page) }).toString()}`
  return (
    <p class="buttons">
      {found.page > 1 && <a href={pathOf(Math.min(found.page - 1, last))}>{texts.newer}</a>}
      <span class="quiet">{texts.position(found.page, last, found.total_records)}</span>
      {found.page < last && <a href={pathOf(found.page + 1)}>{texts.older}</a>}
    </p>
  )
}
