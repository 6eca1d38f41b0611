import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  peopleHeadings,
  personRow,
  type PeopleSource,
  peopleOf,
  answersOfFound,
  sharedQuestions,
} from '../../../lib/targeting/files/people-file.js'
import { type Found, eventsOfResult, resultToShow, totalFor } from '../../../lib/targeting/query-result.js'
import type { OnProgress } from '../../../lib/targeting/store/people-of-selection.js'
import { text } from '../../../lib/fields/values.js'
import { command } from '../../command.js'
import { UsageError } from '../../errors.js'
import { flag, optional, owner, ownerIn } from '../../options.js'
import { formatDetails, formatTable } from '../../output/format.js'
import { existing } from './existing.js'
import { id, summary } from './run.js'
import { attendancesOfPeople } from '../../../lib/attendances/store/read-attendances.js'
import { attendanceReactions } from '../../../lib/app/reactions/attendance.js'

export const people = command({
  name: 'people',
  does: 'Show the people of the newest result of a query, or write them to a file',
  example: 'target people 4be1c7a0-… --group 6f2b8f5e-… --for-email --csv people.csv',
  options: {
    ...owner,
    id,
    for_email: flag('--for-email', 'only people whose email is subscribed'),
    csv: optional('--csv <file>', 'write a table for spreadsheets', text),
    ndjson: optional('--ndjson <file>', 'write a line of JSON for each person', text),
  },
  run: async ({ id, for_email, csv, ndjson, ...values }, { open, progress }) => {
    if (csv && ndjson) throw new UsageError('Give either --csv <file> or --ndjson <file>.')
    const { of, find, results, events, table } = await existing(ownerIn(values), open)
    const query = await find(id)
    const result = await resultToShow(query, undefined, results)
    const audience = for_email ? 'email' : 'everybody'
    const titles = await events.findMany(of, eventsOfResult(result).include)
    const source: PeopleSource = {
      read: (from, count) => results.people(of, result, { audience, from, count }),
      total: totalFor(result, audience),
      eventOf: (event) => titles.get(event),
      questions: sharedQuestions(titles.values()),
      answersOf: answersOfFound([...titles.values()], (...asked) =>
        attendancesOfPeople({ table, reactions: attendanceReactions }, ...asked),
      ),
    }
    const file = csv ?? ndjson
    if (file === undefined) {
      const found: Found[] = []
      for await (const each of peopleOf(source, 0)) found.push(each)
      return { json: found.map(plain), text: formatTable(found.map(row), 'No person was found.') }
    }
    const lines = csv ? csvLines(source, progress()) : ndjsonLines(source, progress())
    await pipeline(lines, createWriteStream(file, { mode: FOR_THE_OWNER }))
    const written = { query: id, title: query.title, file, ...summary(result) }
    return { json: written, text: formatDetails(written) }
  },
})

/** The file holds personal data. */
const FOR_THE_OWNER = 0o600

async function* csvLines(source: PeopleSource, onProgress: OnProgress) {
  yield peopleHeadings(source.questions)
  for await (const found of withProgress(source, onProgress)) yield personRow(found, source)
}

async function* ndjsonLines(source: PeopleSource, onProgress: OnProgress) {
  for await (const found of withProgress(source, onProgress)) yield `${JSON.stringify(plain(found))}\n`
}

async function* withProgress(source: PeopleSource, onProgress: OnProgress) {
  for await (const found of peopleOf(source, 0)) {
    onProgress(found.position, source.total)
    yield found
  }
  onProgress(source.total, source.total)
}

/** A person for programs, without what is only ours. */
function plain({ person, events }: Found) {
  const { owner: _owner, revision: _revision, ...rest } = person
  return { ...rest, events }
}

const row = ({ person, events }: Found) => ({
  id: person.id,
  name: [person.given_name, person.family_name].filter(Boolean).join(' '),
  email: person.email_addresses[0]?.address,
  status: person.email_addresses[0]?.status,
  phone: person.phone_numbers[0]?.number,
  events: events.length,
})
