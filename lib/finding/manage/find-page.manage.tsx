import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { mayDo } from '../../access/permissions.js'
import { chosenEvents } from '../event-summary.js'
import { wordsOf, folded } from '../../texts/words.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { requires } from '../../manage/access/guards.js'
import type { Person } from '../../people/person.js'
import { EventRows } from '../../events/manage/event-rows.manage.js'
import { formatNumber } from '../../manage/formats.js'
import { SearchBox } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Empty } from '../../manage/page/notice.js'
import { page } from '../../manage/page/page.js'
import { Table } from '../../manage/page/table.js'
import { ownerPath } from '../../manage/paths.js'
import { peopleColumns } from '../../people/manage/people-table.manage.js'
import { contactIn, findPeople } from './find-people.manage.js'
import { ownerEvents, readEvents } from './owner-events.manage.js'

type Ctx = Context<ManageEnv>

/** The page shows this many of each kind, and links to the rest. */
const SHOWN = 8

/** Finds people, events and campaigns by what a person remembers of them. */
export function findPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  app.get(ownerPath(':owner', 'find'), requires('see_actions'), async (c) => {
    const { id, role } = c.get('owner')
    const { find: texts } = c.get('texts')
    const search = c.req.query('q')?.trim().slice(0, 200) ?? ''
    if (wordsOf(search).length === 0) return result(c, search, <p class="quiet">{texts.how}</p>)
    const [found, all] = await Promise.all([
      mayDo(role, 'see_people') ? findPeople(c, search, undefined, dependencies) : { people: [], next: undefined },
      ownerEvents(c, dependencies),
    ])
    const [person] = found.people
    if (contactIn(search) && person) return c.redirect(`${ownerPath(id, 'people')}/${person.id}`, 303)
    const context = { now: new Date(), campaigns: all.campaigns, language: c.get('lang') }
    const { events } = chosenEvents(all.summaries, { view: 'all', find: search }, context)
    const first = await readEvents(c, dependencies, events.slice(0, SHOWN))
    const campaigns = mayDo(role, 'campaigns') ? campaignsNamed(all.campaigns, search) : []
    const query = new URLSearchParams({ find: search }).toString()
    return result(
      c,
      search,
      <>
        {events.length + found.people.length + campaigns.length === 0 && (
          <Empty icon="search" title={texts.none(search)}>
            <p class="quiet">{texts.how}</p>
          </Empty>
        )}
        {found.people.length > 0 && (
          <section class="stack g3">
            <h2>{texts.people}</h2>
            <Table rows={found.people.slice(0, SHOWN)} columns={peopleColumns<Person>(c, (each) => each)} />
            {(found.people.length > SHOWN || found.next) && (
              <More href={`${ownerPath(id, 'people')}?${query}`} text={texts.morePeople} />
            )}
          </section>
        )}
        {events.length > 0 && (
          <section class="stack g3">
            <h2>{texts.events(formatNumber(c, events.length))}</h2>
            <div class="card flush">
              <EventRows c={c} events={first} />
            </div>
            {events.length > SHOWN && (
              <More href={`${ownerPath(id, 'actions')}?view=all&${query}`} text={texts.moreEvents} />
            )}
          </section>
        )}
        {campaigns.length > 0 && (
          <section class="stack g3">
            <h2>{texts.campaigns}</h2>
            <ul class="rows card flush">
              {campaigns.slice(0, SHOWN).map(([campaign, title]) => (
                <li>
                  <a class="over" href={`${ownerPath(id, 'campaigns')}/${campaign}`}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </>,
    )
  })
}

const result = (c: Ctx, search: string, children: Parameters<typeof page>[1]['children']) =>
  page(c, {
    title: c.get('texts').find.label,
    ...(search && { named: c.get('texts').find.title(search) }),
    search,
    children: (
      <>
        <form class="line" role="search" action={ownerPath(c.get('owner').id, 'find')}>
          <SearchBox name="q" label={c.get('texts').find.placeholder} value={search} />
          <button class="btn main">{c.get('texts').guests.search}</button>
        </form>
        {children}
      </>
    ),
  })

function campaignsNamed(campaigns: ReadonlyMap<string, string>, search: string): [string, string][] {
  const words = wordsOf(search)
  return [...campaigns].filter(([, title]) => words.every((word) => folded(title).includes(word)))
}

const More: FC<{ href: string; text: string }> = ({ href, text }) => (
  <p>
    <a class="btn" href={href}>
      {text}
      <Icon name="chevron-right" />
    </a>
  </p>
)
