import type { Context } from 'hono'
import type { Page } from '../../fields/page.js'
import type { TargetingQuery } from '../targeting-query.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { Icon } from '../../manage/page/icons.js'
import { page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'

type Ctx = Context<ManageEnv>

/** The saved queries of an owner. */
export function queriesPage(c: Ctx, found: Page<TargetingQuery>) {
  const { targeting: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'targeting')
  return page(c, {
    title: texts.title,
    section: 'targeting',
    buttons: (
      <a class="btn main" href={`${base}/new`}>
        <Icon name="plus" />
        {texts.create}
      </a>
    ),
    children: (
      <>
        <PagedTable
          c={c}
          found={found}
          path={base}
          none={texts.none}
          columns={[
            { title: texts.query, cell: ({ id, title }) => <a href={`${base}/${id}`}>{title}</a> },
            {
              title: texts.people,
              kind: 'number',
              cell: ({ result }) => (result ? formatNumber(c, result.total_people) : '–'),
            },
            {
              title: texts.foundAt,
              isNamed: true,
              cell: ({ result }) => result && <Time c={c} at={result.created_date} />,
            },
          ]}
        />
      </>
    ),
  })
}
