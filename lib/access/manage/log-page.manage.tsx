import type { Hono } from 'hono'
import { isNativeId } from '../../fields/identifier.js'
import type { LogEntry } from '../log-entry.js'
import { readPageRequest } from '../../http/query/page-request.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { Texts } from '../../manage/texts.js'
import type { ManageEnv } from '../../manage/environment.js'
import { requires } from '../../manage/access/guards.js'
import { page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import type { Person } from '../../people/person.js'
import { listLog } from '../store/log-store.js'
import { findPeople } from '../../people/store/find-people.js'

/** The title of the subject of an entry. Some older entries about a person have a name, which may be erased since. */
const titleOf = ({ action, subject }: LogEntry) => (action.startsWith('person_') ? undefined : subject?.title)

/** The people whom an entry may be about. Entries name them by id alone. */
const peopleIn = (entry: LogEntry): string[] =>
  [titleOf(entry) === undefined && entry.subject?.id, entry.detail].filter(
    (id): id is string => typeof id === 'string' && isNativeId(id),
  )

/** Returns what an entry says besides its subject, with the words of forms where it names fields or roles. */
function detailIn({ event, settings, owners, imports, log }: Texts, detail: string): string {
  const words: Record<string, string> = { ...event.labels, ...settings.labels, ...owners.roles, ...imports.kinds }
  const parts = detail.split(', ').map((part) => {
    const [, rows, all] = /^(\d+–\d+) \/ (\d+)$/.exec(part) ?? []
    return words[part] ?? (rows && all ? log.rows(rows, all) : part)
  })
  return parts.join(', ')
}

/** Returns the name of a person whom an entry is about, which is empty once they are erased or merged. */
const nameIn = (people: ReadonlyMap<string, Person>, id: string): string => {
  const person = people.get(id)
  return person ? nameOf(person) : ''
}

/** Serves the log of changes: author, change and time, newest first. */
export function logPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { table, owners } = dependencies
  app.get(ownerPath(':owner', 'log'), requires('read_log'), async (c) => {
    const { owner, id } = c.get('owner')
    const { log: texts } = c.get('texts')
    const found = await listLog(table, owner, readPageRequest(new URL(c.req.url).search))
    const [actors, concerned] = await Promise.all([
      owners.people([...new Set(found.members.flatMap(({ person }) => person ?? []))]),
      findPeople(table, owner, [...new Set(found.members.flatMap(peopleIn))]),
    ])
    const names = new Map(actors.map((person) => [person.id, nameOf(person)]))
    const isKnown = (id: string) => !concerned.has(id) || nameIn(concerned, id) !== ''
    const named = (id: string) =>
      concerned.has(id) ? (
        <a href={`${ownerPath(c.get('owner').id, 'people')}/${id}`}>{nameIn(concerned, id) || texts.gone}</a>
      ) : (
        id
      )
    return page(c, {
      title: texts.title,
      section: 'log',
      children: (
        <PagedTable
          c={c}
          found={found}
          path={ownerPath(id, 'log')}
          none={texts.empty}
          columns={[
            { title: texts.when, cell: ({ created_date }) => <Time c={c} at={created_date} /> },
            {
              title: texts.who,
              cell: ({ person, helper }) =>
                helper !== undefined
                  ? c.get('texts').helpers.byHelper(helper)
                  : person === undefined
                    ? 'Turnout'
                    : (names.get(person) ?? texts.erased),
            },
            {
              title: texts.what,
              cell: (entry) => (
                <>
                  {texts.actions[entry.action]}
                  {titleOf(entry) && `: ${titleOf(entry)}`}
                  {entry.subject && concerned.has(entry.subject.id) && <>: {named(entry.subject.id)}</>}
                  {/* The one of two people who was merged into the other has no name any more. */}
                  {entry.detail && isKnown(entry.detail) && (
                    <span class="quiet">
                      {' '}
                      ({isNativeId(entry.detail) ? named(entry.detail) : detailIn(c.get('texts'), entry.detail)})
                    </span>
                  )}
                </>
              ),
            },
          ]}
        />
      ),
    })
  })
}
