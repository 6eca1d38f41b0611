import { type Attendance, isComing } from './attendance.js'
import { type OfferedAnswer, hasAnswers, offeredAnswers } from '../questions/asked-answers.js'
import type { Question } from '../questions/question.js'

/** An answer that can be chosen, and how many of the people who come have given it. */
export interface CountedAnswer extends OfferedAnswer {
  count: number
}

/** Counts choices and ticked boxes. Texts are not counted: they may name their writers. */
export function countedAnswers(questions: Question[] | undefined, guests: Attendance[]): CountedAnswer[] {
  const coming = guests.filter((guest) => isComing(guest) && guest.merged_into === undefined)
  return offeredAnswers(questions).map((offered) => {
    const asked = { [offered.question.id]: [offered.answer] }
    return { ...offered, count: coming.filter(({ answers }) => hasAnswers(answers, asked)).length }
  })
}
