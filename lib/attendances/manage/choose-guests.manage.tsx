import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { mayDo } from '../../access/permissions.js'
import { MOST_NOTE } from '../../fields/read-decision.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { groupIdOf } from '../../runtime/owner.js'
import type { Attendance } from '../attendance.js'

type Ctx = Context<ManageEnv>

/** The form of several guests, which their boxes belong to. */
const SEVERAL = 'several'

/** Whether the people of guests can be tagged: tags are of groups, and a helper sees no people. */
export const mayTag = (c: Ctx) =>
  !c.get('helper') && mayDo(c.get('owner').role, 'change_people') && groupIdOf(c.get('owner').owner) !== undefined

/** The box that chooses a guest. Requests have boxes of their own, as they are answered. */
export const ChooseGuest: FC<{ c: Ctx; guest: Attendance; name: string }> = ({ c, guest, name }) => (
  <input
    type="checkbox"
    form={SEVERAL}
    name="attendance"
    value={guest.id}
    aria-label={c.get('texts').guests.choose(name)}
  />
)

/**
 * The buttons for the guests whose boxes are ticked.
 * @param isMailed whether the guests of the event get emails
 * @param view the query of the list, to which they lead back
 */
export const ForSeveral: FC<{ c: Ctx; isMailed: boolean; view: string }> = ({ c, isMailed, view }) => {
  const { guests: texts, people } = c.get('texts')
  return (
    <Form c={c} id={SEVERAL} action={eventPath(c.get('event').id, 'guests/several')} class="card stack">
      <h2>{texts.several}</h2>
      <input type="hidden" name="view" value={view} />
      {isMailed && (
        <label class="field">
          {texts.reason}
          <input class="input" name="note" maxlength={MOST_NOTE} />
        </label>
      )}
      <div class="line">
        <button class="btn" name="action" value="cancel">
          {isMailed ? texts.cancelQuietly : texts.cancel}
        </button>
        {isMailed && (
          <button class="btn" name="action" value="tell">
            {texts.cancelAndTell}
          </button>
        )}
        {mayTag(c) && (
          <button class="btn" name="action" value="tag">
            {people.tagLabel}
          </button>
        )}
      </div>
    </Form>
  )
}
