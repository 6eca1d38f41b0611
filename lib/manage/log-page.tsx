import type { Hono } from 'hono'
import { readPageRequest } from '../http/page-request.js'
import type { ManageDependencies } from './dependencies.js'
import type { ManageEnv } from './environment.js'
import { requires } from './guards.js'
import { page } from './page.js'
import { ownerPath } from './paths.js'
import { nameOf } from './names.js'
import { PagedTable } from './table.js'
import { Time } from './time.js'

/** Who changed what and when, newest first. */
export function logPage(app: Hono<ManageEnv>, { changeLog, owners }: ManageDependencies): void {
  app.get(ownerPath(':owner', 'log'), requires('read_log'), async (c) => {
    const { owner, id } = c.get('owner')
    const { log: texts } = c.get('texts')
    const found = await changeLog.list(owner, readPageRequest(new URL(c.req.url).search))
    const people = await owners.people([...new Set(found.members.map(({ person }) => person))])
    const names = new Map(people.map((person) => [person.id, nameOf(person)]))
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
            { title: texts.who, cell: ({ person }) => names.get(person) ?? texts.erased },
            {
              title: texts.what,
              cell: ({ action, subject, detail }) => (
                <>
                  {texts.actions[action]}
                  {subject?.title && `: ${subject.title}`}
                  {detail && <span class="quiet"> ({detail})</span>}
                </>
              ),
            },
          ]}
        />
      ),
    })
  })
}
