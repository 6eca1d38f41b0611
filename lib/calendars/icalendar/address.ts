import { notFound } from '../../runtime/errors.js'

const NAME = /^([\w-]{43})\.ics$/

/** The last segment of a calendar's address, which ends as programs expect it. */
export const fileOf = (secret: string) => `${secret}.ics`

/** The path of a calendar's address. */
export const pathOf = (secret: string) => `/calendars/${fileOf(secret)}`

/** The secret in the last segment of an address. @throws OsdiError not_found when it has not the form of one */
export function secretIn(file: string): string {
  const secret = NAME.exec(file)?.[1]
  if (!secret) throw notFound()
  return secret
}
