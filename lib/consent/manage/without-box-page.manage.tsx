import type { Context, Hono } from 'hono'
import type { ConsentPage } from '../../access/manage/settings-page.manage.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formIn } from '../../manage/page/form.js'
import { Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { askWithoutBox, walkWithoutBox } from '../store/without-box.js'
import type { WithoutBox } from '../without-box.js'

/** A request works for this time, in milliseconds; the next one continues. */
const WALK_MS = 5_000

const WITHOUT_BOX = 'settings/without-box'

/** The way to it from the settings. */
export const toWithoutBox: ConsentPage = { path: WITHOUT_BOX, title: ({ withoutBox }) => withoutBox.title }

/** Counts on request whom an RSVP subscribed without a box, since it reads all people, and asks them once. */
export function withoutBoxPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, table, sendsMail } = dependencies
  const path = ownerPath(':owner', WITHOUT_BOX)

  app.get(path, requires('settings'), (c) => showPage(c, sendsMail))

  app.post(path, requires('settings'), async (c) => {
    const { values } = await formIn(c)
    const { owner } = c.get('owner')
    const asks = sendsMail && values['ask'] === 'yes'
    const number = (name: string) => Math.max(0, Math.trunc(Number(values[name])) || 0)
    const next = number('next')
    const walk = { ...(next > 0 && { after: { next, ...countsOf(number) } }), until: Date.now() + WALK_MS }
    const found = await (asks ? askWithoutBox(table, site, owner, walk) : walkWithoutBox(table, owner, walk))
    if (asks && found.next === undefined && found.asked > 0)
      await logChange(c, dependencies, { action: 'people_asked', detail: String(found.asked) })
    return showPage(c, sendsMail, found, asks)
  })
}

const countsOf = (number: (name: string) => number) => ({
  subscribed: number('subscribed'),
  without_box: number('without_box'),
  asked: number('asked'),
})

function showPage(c: Context<ManageEnv>, sendsMail: boolean, found?: WithoutBox, asks = false) {
  const { withoutBox: words } = c.get('texts')
  const isDone = found !== undefined && found.next === undefined
  const inputs =
    found && !isDone ? { ...found, ...(asks && { ask: 'yes' }) } : isDone && sendsMail ? { ask: 'yes' } : {}
  const mayGoOn = !isDone || (sendsMail && found.without_box > 0 && !asks)
  return page(c, {
    title: words.title,
    section: 'settings',
    children: (
      <>
        <p class="max-l">{words.explain}</p>
        {found && (
          <Notice kind={isDone ? 'good' : 'plain'}>
            <p>{words.found(found.without_box, found.subscribed)}</p>
            {asks && <p>{words.asked(found.asked)}</p>}
            {!isDone && <p>{words.unfinished}</p>}
          </Notice>
        )}
        {mayGoOn && (
          <Form c={c} action={ownerPath(c.get('owner').id, WITHOUT_BOX)} class="stack max-l">
            {isDone && <p>{words.askHow}</p>}
            {Object.entries(inputs).map(([name, value]) => (
              <input type="hidden" name={name} value={String(value)} />
            ))}
            <p>
              <button class="btn main">{found ? (isDone ? words.ask : words.goOn) : words.count}</button>
            </p>
          </Form>
        )}
      </>
    ),
  })
}
