import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { ManageEnv } from '../environment.js'

/** An instant, in UTC where no time zone is known. */
export const Time: FC<{ c: Context<ManageEnv>; at: string; zone?: string | undefined }> = ({
  c,
  at,
  zone = 'UTC',
}) => (
  <time datetime={at}>
    {new Intl.DateTimeFormat(c.get('lang'), {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZone: zone, timeZoneName: 'short' },
    }).format(new Date(at))}
  </time>
)
