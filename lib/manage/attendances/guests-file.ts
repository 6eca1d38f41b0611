import type { Hono } from 'hono'
import { csvRow } from '../../csv/row.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { PER_PART, partIn } from '../imports/file-parts.js'
import { requires } from '../access/guards.js'
import { logChange } from '../access/log-change.js'
import { eventPath } from '../paths.js'

const PER_PAGE = 100

const HEADINGS = [
  ...['given_name', 'family_name', 'email', 'phone', 'rsvp_date', 'status', 'guests', 'attended'],
  'confirmed_date',
]

/** The guest list as a file for spreadsheets, newest first. `?part=2` is what follows the first part. */
export function guestsFile(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { attendances, people } = dependencies

  app.get(eventPath(':event', 'guests.csv'), requires('see_guests'), async (c) => {
    const event = c.get('event')
    const part = partIn(c)
    const rows = [csvRow(HEADINGS)]
    const first = ((part - 1) * PER_PART) / PER_PAGE + 1
    let total = 0
    for (let page = first; page < first + PER_PART / PER_PAGE; page++) {
      const list = await attendances.listOfEvent(event.id, { page, per_page: PER_PAGE })
      const ids = list.members.map(({ person }) => person)
      const persons = await people.findMany(event.owner, ids)
      for (const { person: id, ...guest } of list.members) {
        const person = persons.get(id)
        const contacts = [person?.email_addresses[0]?.address, person?.phone_numbers[0]?.number]
        const { created_date, status = 'accepted', guests = 0, attended = false, confirmed_date } = guest
        const names = [person?.given_name, person?.family_name]
        const told = [created_date, status, String(guests), String(attended), confirmed_date]
        const cells = [...names, ...contacts, ...told]
        rows.push(csvRow(cells.map((cell) => cell ?? '')))
      }
      total = list.total_records
      if (page * PER_PAGE >= total) break
    }
    await logChange(c, dependencies, {
      action: 'guests_downloaded',
      subject: { id: event.id, title: event.title },
    })
    c.header('content-type', 'text/csv; charset=utf-8; header=present')
    c.header('content-disposition', `attachment; filename="guests-${part}.csv"`)
    if (part * PER_PART < total) c.header('link', `<?part=${part + 1}>; rel="next"`)
    return c.body(rows.join(''))
  })
}
