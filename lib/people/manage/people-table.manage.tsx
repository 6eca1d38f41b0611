import type { Context } from 'hono'
import type { Owner } from '../../runtime/owner.js'
import type { Page } from '../../fields/page.js'
import type { Person } from '../person.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { contactOf, nameOf } from './names.manage.js'
import { ownerPath } from '../../manage/paths.js'
import type { Column } from '../../manage/page/table.js'
import { findPeople } from '../store/find-people.js'

/** The columns of every list of people: who they are, with a link to their page, and how to reach them. */
export function peopleColumns<Row>(c: Context<ManageEnv>, personOf: (row: Row) => Person | undefined): Column<Row>[] {
  const { guests: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'people')
  return [
    {
      title: texts.name,
      cell: (row) => {
        const person = personOf(row)
        const name = (person && nameOf(person)) || texts.erased
        // A helper sees the guests of one event, and no pages of people.
        return person && !c.get('helper') ? <a href={`${base}/${person.id}`}>{name}</a> : name
      },
    },
    {
      title: texts.contact,
      cell: (row) => {
        const person = personOf(row)
        return person && contactOf(person)
      },
    },
  ]
}

/** Reads the people that a page of a list names. A person whom the owner does not have any more is left out. */
export async function pageOfPeople(
  table: ManageDependencies['table'],
  owner: Owner,
  found: Page<{ person: string }>,
): Promise<Page<Person>> {
  const persons = await findPeople(
    table,
    owner,
    found.members.map(({ person }) => person),
  )
  return { ...found, members: found.members.flatMap(({ person }) => persons.get(person) ?? []) }
}
