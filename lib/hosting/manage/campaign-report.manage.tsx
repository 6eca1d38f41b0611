import { unitIn } from '../../locations/reach.js'
import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import { notFound } from '../../runtime/errors.js'
import type { CampaignNumbers, CampaignReport, ReportRow } from '../campaign-report.js'
import { OutlineMap } from '../../near/maps/outline-map.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { download } from '../../attendances/manage/guests-file.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { campaignPath } from '../../manage/paths.js'
import { idIn } from '../../manage/request-params.js'
import { campaignReportStore } from '../store/campaign-report-store.js'
import { campaignPage } from '../../campaigns/manage/campaign-frame.manage.js'

type Ctx = Context<ManageEnv>

/**
 * The numbers of a campaign by state and by day, where people have no event near them, and the file of its events and
 * hosts. A queue's function makes all of it, as the people of a group may be many.
 */
export function campaignReportPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { campaigns, table } = dependencies
  const campaignReports = campaignReportStore(table)
  const path = campaignPath(':owner', ':campaign', 'numbers')
  const campaignOf = (c: Ctx) => campaigns.find(c.get('owner').owner, idIn(c, 'campaign'))

  app.get(path, requires('campaigns'), async (c) => {
    const campaign = await campaignOf(c)
    const report = await campaignReports.find(campaign.id)
    if (report && report.completed_date === undefined) c.header('refresh', '2')
    return reportPage(c, dependencies, campaign, report)
  })

  app.post(path, requires('campaigns'), async (c) => {
    const campaign = await campaignOf(c)
    const { owner, id } = c.get('owner')
    await campaignReports.request(owner, campaign.id, c.get('owner').country, new Date())
    return c.redirect(campaignPath(id, campaign.id, 'numbers'), 303)
  })

  // The file has contacts of hosts.
  app.get(`${path}/:part{[0-9]+}`, requires('see_people'), async (c) => {
    const campaign = await campaignOf(c)
    const report = await campaignReports.find(campaign.id)
    const bytes = report && (await campaignReports.readPart(report, Number(c.req.param('part'))))
    if (!bytes) throw notFound()
    const subject = { id: campaign.id, title: campaign.title }
    await logChange(c, dependencies, { action: 'hosts_downloaded', subject })
    return download(c, bytes, 'events-and-hosts.csv')
  })
}

function reportPage(
  c: Ctx,
  dependencies: ManageDependencies,
  campaign: EventCampaign,
  report: CampaignReport | undefined,
): Response {
  const { report: texts } = c.get('texts')
  const { id } = c.get('owner')
  const path = campaignPath(id, campaign.id, 'numbers')
  const number = (count: number) => formatNumber(c, count)
  const { numbers, parts = [], completed_date, written = 0, total = 0 } = report ?? {}
  const isUnderWay = report !== undefined && completed_date === undefined
  return campaignPage(c, dependencies, campaign, 'numbers', {
    buttons: parts.map((_, i) => (
      <a class="btn" href={`${path}/${i + 1}`} download="events-and-hosts.csv">
        {texts.file}
        {parts.length > 1 && ` ${i + 1}/${parts.length}`}
      </a>
    )),
    children: (
      <>
        {isUnderWay && (
          <section class="card stack">
            <progress
              value={String(written)}
              max={String(Math.max(1, total))}
              aria-label={c.get('texts').campaigns.tabs.numbers}
            />
            <Notice kind="plain">{texts.underWay(number(written), number(total))}</Notice>
          </section>
        )}
        {!isUnderWay && (
          <Form c={c} action={path} class="line">
            <button class={report ? 'btn' : 'btn main'}>{report ? texts.again : texts.make}</button>
            {completed_date === undefined ? (
              <span class="small quiet">{texts.explain}</span>
            ) : (
              <span class="small quiet">
                {texts.from} <Time c={c} at={completed_date} />
              </span>
            )}
          </Form>
        )}
        {numbers && <Numbers c={c} numbers={numbers} />}
      </>
    ),
  })
}

const Numbers: FC<{ c: Ctx; numbers: CampaignNumbers }> = ({ c, numbers: { all, gaps, ...numbers } }) => {
  const { report: texts } = c.get('texts')
  const number = (count: number) => formatNumber(c, count)
  const facts = [
    [texts.events, all.events],
    [texts.coming, all.coming],
    [texts.hosts, numbers.hosts],
    [texts.waiting, all.waiting],
    [texts.declined, numbers.declined],
    [texts.cancelled, numbers.cancelled],
  ] as const
  return (
    <>
      <dl class="stats">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      <div class="stack g6">
        <Rows c={c} title={texts.byState} first={texts.state} rows={numbers.states} name={stateName(c)} />
        <Rows c={c} title={texts.byDay} first={texts.day} rows={numbers.days} name={dayName(c)} />
      </div>
      <Gaps c={c} gaps={gaps} />
    </>
  )
}

const stateName = (c: Ctx) => (of: string) => of.replace(/^US /, '') || c.get('texts').report.noState

const dayName = (c: Ctx) => (of: string) =>
  of === ''
    ? c.get('texts').report.noDay
    : new Intl.DateTimeFormat(c.get('lang'), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${of}T12:00Z`))

const Rows: FC<{ c: Ctx; title: string; first: string; rows: ReportRow[]; name: (of: string) => string }> = ({
  c,
  title,
  first,
  rows,
  name,
}) => {
  const { report: texts } = c.get('texts')
  const count = (of: 'events' | 'waiting' | 'coming' | 'attended') => ({
    title: texts[of],
    kind: 'number' as const,
    cell: (row: ReportRow) => formatNumber(c, row[of]),
  })
  return (
    <section class="stack g3">
      <h2>{title}</h2>
      <Table
        columns={[
          { title: first, cell: ({ of }) => name(of) },
          count('events'),
          count('waiting'),
          count('coming'),
          count('attended'),
        ]}
        rows={rows}
      />
    </section>
  )
}

/** A person near no event: a map, and the list of what is on it. */
const Gaps: FC<{ c: Ctx; gaps: CampaignNumbers['gaps'] }> = ({ c, gaps }) => {
  const { report: texts } = c.get('texts')
  const number = (count: number) => formatNumber(c, count)
  const unit = unitIn(gaps.codes[0]?.code.slice(0, 2))
  return (
    <section class="stack">
      <h2>{texts.gaps}</h2>
      <p>
        {gaps.placed === 0 ? texts.noPlaces : texts.gapsOf(gaps.people, number(gaps.people), number(gaps.placed), unit)}
      </p>
      {gaps.people > 0 && (
        <div class="two halves">
          <div class="card flush">
            <OutlineMap
              label={texts.mapOfGaps}
              map={isInStates(gaps) ? 'us' : 'earth'}
              circles={gaps.squares.map(({ people, locality, ...point }) => ({
                ...point,
                count: people,
                name: texts.peopleAround(people, number(people), locality ?? ''),
              }))}
            />
          </div>
          <div class="stack tight">
            <Table
              columns={[
                { title: texts.code, cell: ({ code }) => code.replace(/^US /, '') },
                {
                  title: texts.town,
                  cell: ({ locality, region }) => [locality, region].filter(Boolean).join(', '),
                },
                {
                  title: texts.people,
                  kind: 'number',
                  cell: ({ people }) => number(people),
                },
              ]}
              rows={gaps.codes}
            />
            {gaps.further > 0 && <p class="small quiet">{texts.furtherCodes(number(gaps.further))}</p>}
          </div>
        </div>
      )}
    </section>
  )
}

/** Nine of ten codes in the United States are shown on their map. */
const isInStates = ({ codes }: CampaignNumbers['gaps']) =>
  codes.filter(({ code }) => code.startsWith('US ')).length >= 0.9 * codes.length
