import type { Context } from 'hono'
import type { Attendance } from '../attendance.js'
import { answersInForm } from '../../questions/answers.js'
import { type Attending, leavingKnown, recordAttendance } from '../record-attendance.js'
import { typedGuest } from '../typed-guest.js'
import type { formIn } from '../../manage/page/form.js'
import type { ManageEnv } from '../../manage/environment.js'
import type { PersonChange } from '../../people/person.js'
import { emailsOf } from './emails-of-helpers.manage.js'
import { readPerson } from '../../people/manage/person-fields.manage.js'

/**
 * Records the RSVP of a person whom the team adds, or a helper, who changes nobody that is known and sees of them what
 * was typed, as a visitor. Nobody is subscribed by it, unless the owner subscribes visitors who see no box.
 * @param names of the inputs that the form has
 * @throws OsdiError invalid, conflict
 */
export async function addGuest(
  c: Context<ManageEnv>,
  attending: Attending,
  names: readonly (keyof PersonChange)[],
  { values, valuesOf }: Pick<Awaited<ReturnType<typeof formIn>>, 'values' | 'valuesOf'>,
): Promise<Attendance> {
  const { owner, questions = [] } = c.get('event')
  const typed = readPerson(Object.fromEntries(names.map((name) => [name, values[name] ?? ''])))
  const answers = answersInForm(questions, valuesOf)
  const draft = {
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(c.get('helper') && { typed: typedGuest(typed) }),
  }
  const person: PersonChange = {
    ...typed,
    ...(!c.get('owner').subscribes && { unasked: true }),
    ...(c.get('owner').subscribes && typed.email_addresses && { without_box: true }),
  }
  const ofHelper = c.get('helper') && ({ by: 'helper', ...emailsOf(c) } as const)
  const request = { draft, person, add_tags: [], remove_tags: [], ...ofHelper }
  const adding = ofHelper ? leavingKnown(attending) : attending
  return (await recordAttendance(adding, owner, c.get('event'), request)).attendance
}
