import type { Attendance } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import { type Answers, shareableAnswers } from '../questions/answers.js'
import type { Question } from '../questions/question.js'
import type { Found } from './query-result.js'

type Asking = Pick<OsdiEvent, 'id' | 'questions'>

/** Returns the questions of some events whose answers a file of people has, each once. */
export const sharedQuestions = (events: Iterable<Asking>): Question[] => {
  const all = [...events].flatMap(({ questions = [] }) => questions)
  return [...new Map(all.filter(({ sensitive }) => !sensitive).map((each) => [each.id, each])).values()]
}

/**
 * Makes what reads the answers of found people: those to the first included event of each that has one. Events that
 * ask nothing cost no read.
 */
export const answersOfFound =
  (events: Iterable<Asking>, ofPeople: (event: string, people: string[]) => Promise<Attendance[]>) =>
  async (found: Found[]): Promise<Answers[]> => {
    const given = new Map<string, Answers>()
    for (const { id, questions } of events) {
      if (sharedQuestions([{ id, ...(questions && { questions }) }]).length === 0) continue
      const coming = found.filter(({ events: of }) => of.includes(id)).map(({ person }) => person.id)
      for (const { person, answers } of await ofPeople(id, coming))
        given.set(person, { ...shareableAnswers(questions, answers), ...given.get(person) })
    }
    return found.map(({ person }) => given.get(person.id) ?? {})
  }
