import type { Context, Hono } from 'hono'
import { EVENT_MAILS, type EventMail } from '../kinds-of-event-email.js'
import { notFound } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import { type MailWording, checkedWording, wordingOf } from '../mail-wording.js'
import { originPolicy } from '../../events/origin.js'
import type { Owner } from '../../runtime/owner.js'
import type { MailDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { NO_FAULTS, faultsOf, textsIn } from '../../manage/page/form.js'
import { requiresInterfaceEvent, requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { mailFormPage, mailsPage } from './mail-views.manage.js'
import { eventPath, ownerPath } from '../../manage/paths.js'
import { findWordings, setWordings } from '../store/mail-wordings.js'

type Ctx = Context<ManageEnv>

/** The owner or event whose mails a page words. */
interface Worded {
  of: string
  base: string
  owner: Owner
  /** Undefined for the emails of all events of an owner. */
  event: OsdiEvent | undefined
}

/** The mails of all events of a group or an account: how each is worded, and whether it is sent. */
export function ownerMailPages(app: Hono<ManageEnv>, dependencies: MailDependencies): void {
  const path = ownerPath(':owner', 'settings/mails')
  app.use(path, requires('settings'))
  app.use(`${path}/*`, requires('settings'))
  mailPages(app, path, dependencies, (c) => {
    const { owner, id } = c.get('owner')
    return { of: owner, base: ownerPath(id, 'settings/mails'), owner, event: undefined }
  })
}

/** The same of one event. */
export function eventMailPages(app: Hono<ManageEnv>, dependencies: MailDependencies): void {
  const path = eventPath(':event', 'mails')
  app.use(path, requires('change_events'), requiresInterfaceEvent)
  app.use(`${path}/*`, requires('change_events'), requiresInterfaceEvent)
  mailPages(app, path, dependencies, (c) => {
    const event = c.get('event')
    return { of: event.id, base: eventPath(event.id, 'mails'), owner: event.owner, event }
  })
}

function mailPages(
  app: Hono<ManageEnv>,
  path: string,
  dependencies: MailDependencies,
  wordedBy: (c: Ctx) => Worded,
): void {
  const { table, mails, owners, events, site } = dependencies
  if (!mails) return

  /** The event that a preview and a test are about: of those of an owner, one of the newest. */
  const eventFor = async ({ event, owner }: Worded) => {
    if (event) return event
    const { members } = await events.listActions(owner, { page: 1, per_page: 25 })
    return members.find((each) => originPolicy(each).autoresponse)
  }
  const readWordings = async ({ of, owner }: Worded) => {
    const [own, ofOwner] = await Promise.all([findWordings(table, of), findWordings(table, owner)])
    return { own, inherited: of === owner ? {} : ofOwner }
  }
  const preview = async (kind: EventMail, about: OsdiEvent, wording: MailWording) => {
    const settings = await owners.settingsOf(about.owner)
    // The addresses are in the calendar file, which a preview does not show.
    const context = { site, settings, sender: SAMPLE_ADDRESS }
    return mails.sample(kind, about, { address: SAMPLE_ADDRESS, wording }, context).mail
  }

  app.get(path, async (c) => {
    const worded = wordedBy(c)
    return mailsPage(c, { ...worded, ...(await readWordings(worded)) })
  })

  app.get(`${path}/:kind`, async (c) => {
    const [worded, kind] = [wordedBy(c), kindIn(c)]
    const [{ own, inherited }, about] = await Promise.all([readWordings(worded), eventFor(worded)])
    const wording = wordingOf(kind, own, inherited)
    return mailFormPage(c, {
      ...worded,
      kind,
      form: { values: valuesOf(own[kind]), faults: NO_FAULTS },
      preview: about && (await preview(kind, about, wording)),
    })
  })

  app.post(`${path}/:kind`, async (c) => {
    const [worded, kind] = [wordedBy(c), kindIn(c)]
    const values = textsIn(await c.req.parseBody())
    const [{ own, inherited }, about] = await Promise.all([readWordings(worded), eventFor(worded)])
    const page = { ...worded, kind }
    try {
      const wording = checkedWording(own[kind] ?? {}, changeIn(values))
      if (values['action'] === 'save') {
        await setWordings(table, worded.of, kind, wording)
        await logChange(c, dependencies, {
          action: 'mail_worded',
          detail: kind,
          ...(worded.event && { subject: { id: worded.of, title: worded.event.title } }),
        })
        const { mails: words } = c.get('texts')
        say(c, site, { said: words.saved(words.kinds[kind]) })
        return c.redirect(worded.base, 303)
      }
      const whole = wordingOf(kind, { [kind]: wording }, inherited)
      const isTest = values['action'] === 'test' && about !== undefined
      if (isTest) {
        const { address } = c.get('session')
        await mails.test({ kind, event: about.id, address, wording: whole })
      }
      return mailFormPage(c, {
        ...page,
        form: { values, faults: NO_FAULTS },
        preview: about && (await preview(kind, about, whole)),
        said: isTest ? c.get('texts').mails.tested : undefined,
      })
    } catch (error) {
      return mailFormPage(c, { ...page, form: { values, faults: faultsOf(error) }, preview: undefined })
    }
  })
}

function kindIn(c: Ctx): EventMail {
  const kind = EVENT_MAILS.find((each) => each === c.req.param('kind'))
  if (!kind) throw notFound()
  return kind
}

const SAMPLE_ADDRESS = 'ada@example.org'

const SENT: Record<string, boolean | null> = { on: true, off: false }

const valuesOf = ({ subject = '', body = '', is_sent }: MailWording = {}) => ({
  subject,
  body,
  is_sent: is_sent === undefined ? 'default' : is_sent ? 'on' : 'off',
})

/** An empty field is as by default. */
const changeIn = ({ subject = '', body = '', is_sent = '' }: Record<string, string>) => ({
  subject: subject.trim() || null,
  body: body.trim().replaceAll('\r\n', '\n') || null,
  is_sent: SENT[is_sent] ?? null,
})
