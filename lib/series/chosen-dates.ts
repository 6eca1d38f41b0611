import { invalid } from '../runtime/errors.js'

/** Most dates of one form, those that it names twice among them. */
const MOST_CHOSEN = 50

/**
 * Returns the dates that a form asks for, each once, in the order of the series.
 * @param sent ids as the form has them
 * @param known ids of the dates that can be chosen
 * @throws OsdiError invalid for none, too many, or another event
 */
export function chosenDates(sent: string[], known: string[]): string[] {
  const chosen = new Set(sent.map((id) => id.trim().toLowerCase()))
  if (sent.length === 0 || sent.length > MOST_CHOSEN) throw wrongNumber()
  if ([...chosen].some((id) => !known.includes(id))) throw unknownDate()
  return known.filter((id) => chosen.has(id))
}

const wrongNumber = () =>
  invalid([
    {
      error_code: 'no_dates',
      description: `event must name 1 to ${MOST_CHOSEN} dates of the series`,
      properties: ['event'],
    },
  ])

export const unknownDate = () =>
  invalid([
    {
      error_code: 'unknown_date',
      description: 'event must name public dates of this series that are to come',
      properties: ['event'],
    },
  ])
