import type { Hono } from 'hono'
import type { Person } from '../../people/person.js'
import { idIn, pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { requires } from '../../manage/access/guards.js'
import { page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { pageOfPeople, peopleColumns } from '../../people/manage/people-table.manage.js'
import { PagedTable } from '../../manage/page/table.js'
import { listLists, findList, listItems } from '../store/email-list-store.js'

/** Email lists: that of the owner, and those of members whose events people came to. They follow from RSVPs. */
export function listsPages(app: Hono<ManageEnv>, { table }: ManageDependencies): void {
  const path = ownerPath(':owner', 'lists')

  app.get(path, requires('see_people'), async (c) => {
    const { owner, id } = c.get('owner')
    const { lists: texts, guests } = c.get('texts')
    const base = ownerPath(id, 'lists')
    return page(c, {
      title: texts.title,
      section: 'lists',
      children: (
        <>
          <p>{texts.explain}</p>
          <PagedTable
            c={c}
            found={await listLists(table, owner, pageIn(c))}
            path={base}
            none={texts.none}
            columns={[
              { title: guests.name, cell: (list) => <a href={`${base}/${list.id}`}>{list.title}</a> },
              { title: texts.people, kind: 'number', cell: ({ total_items }) => total_items },
            ]}
          />
        </>
      ),
    })
  })

  app.get(`${path}/:list`, requires('see_people'), async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const id = idIn(c, 'list')
    const request = pageIn(c)
    const [list, found] = await Promise.all([findList(table, owner, id), listItems(table, owner, id, request)])
    return page(c, {
      title: list.title,
      section: 'lists',
      children: (
        <PagedTable
          c={c}
          found={await pageOfPeople(table, owner, found)}
          path={`${ownerPath(ownerId, 'lists')}/${id}`}
          none={c.get('texts').people.none}
          columns={peopleColumns<Person>(c, (person) => person)}
        />
      ),
    })
  })
}
