import type { Context } from 'hono'
import type { Attendance } from '../attendance.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { AnswerFields } from '../../questions/manage/answer-fields.manage.js'
import { queryOf } from './guest-table.manage.js'

/** The answers of a guest, which the team may change. */
export function answersPage(c: Context<ManageEnv>, guest: Attendance, name: string) {
  const { questions: words, guests: texts } = c.get('texts')
  const { id } = c.get('event')
  const view = queryOf(new URL(c.req.url).searchParams)
  return eventPage(c, 'guests', {
    children: (
      <section class="card stack max-l" aria-labelledby="answers">
        <h2 id="answers">{words.answersOf(name)}</h2>
        <Form c={c} action={eventPath(id, `guests/${guest.id}/answers`)} class="stack">
          <input type="hidden" name="view" value={view} />
          <AnswerFields c={c} answers={guest.answers} />
          <p class="line">
            <button class="btn main">{texts.changeParty}</button>
            <a class="btn ghost" href={eventPath(id, 'guests') + view}>
              {words.back}
            </a>
          </p>
        </Form>
      </section>
    ),
  })
}
