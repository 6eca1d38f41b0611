import type { Context, Hono } from 'hono'
import { headingsWith, rowWith } from '../files/guests.js'
import type { GuestsFile } from '../files/guests-file-state.js'
import { questionsEver } from '../../questions/question.js'
import { notFound } from '../../runtime/errors.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { formatNumber } from '../../manage/formats.js'
import { Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { CSV, spreadsheet } from '../../manage/page/spreadsheet.js'
import { Time } from '../../manage/page/time.js'
import { eventPath } from '../../manage/paths.js'

type Ctx = Context<ManageEnv>

/** The most guests of a file that is answered at once: in some twenty reads. */
const AT_ONCE = 1_000

/** The guest list as a file for spreadsheets, newest first. A queue's function writes a long one. */
export function guestsFile(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { guestsFiles } = dependencies
  const logDownload = (c: Ctx) => {
    const { id, title } = c.get('event')
    return logChange(c, dependencies, { action: 'guests_downloaded', subject: { id, title } })
  }

  app.get(eventPath(':event', 'guests.csv'), requires('see_guests'), async (c) => {
    const event = c.get('event')
    if (event.total_attendances > AT_ONCE) return c.redirect(eventPath(event.id, 'guests/file'), 303)
    const questions = questionsEver(event)
    const rows = [headingsWith(questions)]
    for await (const guests of guestsFiles.guestsOf(event.owner, event.id)) rows.push(...guests.map(rowWith(questions)))
    await logDownload(c)
    return spreadsheet(c, rows.join(''), 'guests.csv')
  })

  app.get(eventPath(':event', 'guests/file'), requires('see_guests'), async (c) => {
    const file = await guestsFiles.find(c.get('event').id)
    if (file && !file.parts) c.header('refresh', '3')
    return filePage(c, file)
  })

  app.post(eventPath(':event', 'guests/file'), requires('see_guests'), async (c) => {
    const event = c.get('event')
    await guestsFiles.request(event.owner, event.id, c.get('owner').country, new Date())
    return c.redirect(eventPath(event.id, 'guests/file'), 303)
  })

  app.get(eventPath(':event', 'guests/file/:part{[0-9]+}'), requires('see_guests'), async (c) => {
    const file = await guestsFiles.find(c.get('event').id)
    const bytes = file && (await guestsFiles.readPart(file, Number(c.req.param('part'))))
    if (!bytes) throw notFound()
    await logDownload(c)
    return download(c, bytes, 'guests.csv')
  })
}

/** Answers with a part of a file, which is kept compressed. */
export function download(c: Ctx, bytes: Buffer, name: string): Response {
  const body = new Uint8Array(bytes)
  // A program that does not unpack answers keeps the file as it is.
  const isUnpacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (isUnpacked) c.header('content-encoding', 'gzip')
  c.header('content-type', isUnpacked ? CSV : 'application/gzip')
  c.header('content-disposition', `attachment; filename="${name}${isUnpacked ? '' : '.gz'}"`)
  return c.body(body)
}

/** Answers with the page of the file: how far it is, or its links. */
function filePage(c: Ctx, file: GuestsFile | undefined): Response {
  const { guestsFile: texts } = c.get('texts')
  const path = eventPath(c.get('event').id, 'guests/file')
  const { parts = [], written = 0, total = 0, completed_date } = file ?? {}
  const number = (count: number) => formatNumber(c, count)
  return eventPage(c, 'guests', {
    named: texts.title,
    children: (
      <section class="card stack">
        <h2>{texts.title}</h2>
        {file && completed_date === undefined && (
          <>
            <progress value={String(written)} max={String(Math.max(1, total))} aria-label={texts.title} />
            <Notice kind="plain">
              {texts.underWay(number(written), number(total))} {texts.reload}
            </Notice>
          </>
        )}
        {!file && <p>{texts.explain}</p>}
        {completed_date !== undefined && (
          <>
            <p>
              {texts.ready(number(written))} <Time c={c} at={completed_date} />. {texts.kept}
            </p>
            <div class="line">
              {parts.map((_, i) => (
                <a class="btn main" href={`${path}/${i + 1}`} download="guests.csv">
                  {parts.length > 1 ? texts.part(i + 1, parts.length) : texts.download}
                </a>
              ))}
            </div>
          </>
        )}
        {(!file || completed_date !== undefined) && (
          <Form c={c} action={path}>
            <button class={file ? 'btn' : 'btn main'}>{file ? texts.again : texts.prepare}</button>
          </Form>
        )}
      </section>
    ),
  })
}
