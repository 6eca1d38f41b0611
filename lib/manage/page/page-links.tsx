import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { type Page, totalPages } from '../../fields/page.js'
import type { ManageEnv } from '../environment.js'
import { formatNumber } from '../formats.js'
import { Icon } from './icons.js'

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
  const pathOf = (page: number) => `${path}?${new URLSearchParams({ ...query, page: String(page) }).toString()}`
  const from = (found.page - 1) * found.per_page + 1
  const to = Math.min(found.total_records, found.page * found.per_page)
  return (
    <nav class="pages" aria-label={texts.pages}>
      <span>{texts.position(from, to, formatNumber(c, found.total_records))}</span>
      <span class="line">
        {found.page > 1 && (
          <a class="btn" href={pathOf(Math.min(found.page - 1, last))}>
            <Icon name="chevron-left" />
            {texts.newer}
          </a>
        )}
        {found.page < last && (
          <a class="btn" href={pathOf(found.page + 1)}>
            {texts.older}
            <Icon name="chevron-right" />
          </a>
        )}
      </span>
    </nav>
  )
}
