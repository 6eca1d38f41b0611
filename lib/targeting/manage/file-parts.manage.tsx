import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { ManageEnv } from '../../manage/environment.js'

/** Rows in one file: an answer of Lambda holds 6 MB. Longer lists have several files. */
export const PER_PART = 5_000

/** Returns the part of a list that a request for a file asks for, from 1. */
export const partIn = (c: Context): number => Math.max(1, Number.parseInt(c.req.query('part') ?? '1', 10) || 1)

/** Links to the files with a list: one, or one for each of its parts. */
export const FileLinks: FC<{
  c: Context<ManageEnv>
  path: string
  /** Further parameters of the addresses. */
  query?: Record<string, string>
  text: string
  total: number
  class?: string
}> = ({ c, path, query = {}, text, total, ...attributes }) => {
  const { list: texts } = c.get('texts')
  const parts = Math.max(1, Math.ceil(total / PER_PART))
  return (
    <>
      {Array.from({ length: parts }, (_, i) => {
        const asked = new URLSearchParams({ ...query, ...(i > 0 && { part: String(i + 1) }) }).toString()
        return (
          <a href={asked ? `${path}?${asked}` : path} {...attributes}>
            {parts > 1 ? `${text}: ${texts.part(i + 1, parts)}` : text}
          </a>
        )
      })}
    </>
  )
}
