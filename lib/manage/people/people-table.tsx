import type { Context } from 'hono'
import type { Person } from '../../domain/people/person.js'
import type { ManageEnv } from '../environment.js'
import { contactOf, nameOf } from './names.js'
import { ownerPath } from '../paths.js'
import type { Column } from '../page/table.js'

/** The columns of every list of people: who they are, with a link to their page, and how to reach them. */
export function peopleColumns<Row>(
  c: Context<ManageEnv>,
  personOf: (row: Row) => Person | undefined,
): Column<Row>[] {
  const { guests: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'people')
  return [
    {
      title: texts.name,
      cell: (row) => {
        const person = personOf(row)
        return person ? <a href={`${base}/${person.id}`}>{nameOf(person) || texts.erased}</a> : texts.erased
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
