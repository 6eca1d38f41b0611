import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { Page } from '../../fields/page.js'
import type { ManageEnv } from '../environment.js'
import { PageLinks } from './page-links.js'

/** A column of a table: its heading, and what it shows of a row. */
export interface Column<Row> {
  /** Empty above buttons, which say themselves what they do. */
  title: string
  cell: (row: Row) => Child
  /** Numbers stand at the right, and so does the last column, of buttons. Phones leave out what is secondary. */
  kind?: 'number' | 'secondary' | 'last'
  /** The unit of a number, beside it where the row is a card. */
  unit?: string
  /** Whether a card names it by the heading of the column, as it does numbers without a unit. */
  isNamed?: boolean
}

/** A table whose rows fold into cards where it is narrow. Nothing at all without rows. */
export function Table<Row>({ columns, rows }: { columns: readonly Column<Row>[]; rows: readonly Row[] }) {
  const [first, ...others] = columns
  if (rows.length === 0 || !first) return <></>
  return (
    <div class="card flush tablewrap">
      <table class="fold">
        <thead>
          <tr>
            {columns.map(({ title, kind }) =>
              title ? (
                <th scope="col" class={classOf(kind)}>
                  {title}
                </th>
              ) : (
                <td></td>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{first.cell(row)}</th>
              {others.map((column) => (
                <Cell column={column} content={column.cell(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A cell. A card leaves out what is not there, and names what does not say itself what it is. */
function Cell<Row>({ column, content }: { column: Column<Row>; content: Child }) {
  const { title, kind, unit, isNamed = kind === 'number' && unit === undefined } = column
  const classes = [classOf(kind), content === NOTHING && 'none'].filter(Boolean).join(' ')
  return (
    <td class={classes || undefined} data-unit={unit} data-title={isNamed ? title : undefined}>
      {content}
    </td>
  )
}

/** Stands in a cell that has nothing to show. */
const NOTHING = '–'

const classOf = (kind: Column<unknown>['kind']) => kind && { number: 'n', secondary: 'off quiet', last: 'last' }[kind]

interface PagedTableProps<Row> {
  c: Context<ManageEnv>
  found: Page<Row>
  /** The address of the list, without a query. */
  path: string
  columns: readonly Column<Row>[]
  /** The text in place of an empty list: how it gets its first member. */
  none: Child
}

/** A page of a list, with links to the pages beside it. */
export function PagedTable<Row>({ c, found, path, columns, none }: PagedTableProps<Row>) {
  if (found.members.length === 0 && found.page === 1) return <p class="card quiet">{none}</p>
  return (
    <>
      <Table columns={columns} rows={found.members} />
      <PageLinks c={c} found={found} path={path} />
    </>
  )
}
