import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { ManageEnv } from '../environment.js'

/** An instant, in UTC: the service does not know the time zone of the reader. */
export const Time: FC<{ c: Context<ManageEnv>; at: string }> = ({ c, at }) => (
  <time datetime={at}>
    {new Intl.DateTimeFormat(c.get('lang'), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(new Date(at))}{' '}
    UTC
  </time>
)
