import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { type Attendance, isComing } from '../../attendances/attendance.js'
import { mayDo } from '../../access/permissions.js'
import type { OsdiEvent } from '../../events/event.js'
import { offeredAnswers, type OfferedAnswer, hasAnswers } from '../asked-answers.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { Table } from '../../manage/page/table.js'
import { listAttendances } from '../../attendances/store/read-attendances.js'
import type { Question } from '../question.js'

/** An answer that can be chosen, and how many of the people who come have given it. */
interface CountedAnswer extends OfferedAnswer {
  count: number
}

/** Counts choices and ticked boxes. Texts are not counted: they may name their writers. */
function countedAnswers(questions: Question[] | undefined, guests: Attendance[]): CountedAnswer[] {
  const coming = guests.filter((guest) => isComing(guest) && guest.merged_into === undefined)
  return offeredAnswers(questions).map((offered) => {
    const asked = { [offered.question.id]: [offered.answer] }
    return { ...offered, count: coming.filter(({ answers }) => hasAnswers(answers, asked)).length }
  })
}

type Ctx = Context<ManageEnv>

/** Guests whose answers a page counts: the newest ones, in ten reads. */
const MOST_COUNTED = 1_000
const PER_PAGE = 100

/**
 * Counts the answers of an event that can be chosen. Who does not see guests sees no count of sensitive ones.
 * @returns nothing for an event without choices: it costs no read
 */
export async function answerCounts(
  c: Ctx,
  { attending }: Pick<ManageDependencies, 'attending'>,
): Promise<CountedAnswer[]> {
  const event: OsdiEvent = c.get('event')
  const seesAll = mayDo(c.get('owner').role, 'see_guests')
  const questions = (event.questions ?? []).filter(({ sensitive }) => seesAll || !sensitive)
  if (offeredAnswers(questions).length === 0) return []
  const guests: Attendance[] = []
  for (let page = 1; page * PER_PAGE <= MOST_COUNTED; page++) {
    const list = await listAttendances(attending, event.id, { page, per_page: PER_PAGE })
    guests.push(...list.members)
    if (page * PER_PAGE >= list.total_records) break
  }
  return countedAnswers(questions, guests)
}

/** The numbers of people who have given each answer. */
export const AnswerCounts: FC<{ c: Ctx; counted: CountedAnswer[] }> = ({ c, counted }) => {
  const { questions: words } = c.get('texts')
  if (counted.length === 0) return <></>
  return (
    <section class="card flush">
      <header>
        <h2>{words.answers}</h2>
      </header>
      {c.get('event').total_attendances > MOST_COUNTED && (
        <p class="small quiet">{words.newestCounted(formatNumber(c, MOST_COUNTED))}</p>
      )}
      <Table
        rows={counted}
        columns={[
          { title: words.titleOf, cell: ({ question }) => question.title },
          { title: words.type, cell: ({ answer }) => (answer === true ? words.ticked : answer) },
          { title: words.people, kind: 'number', cell: ({ count }) => formatNumber(c, count) },
        ]}
      />
    </section>
  )
}
