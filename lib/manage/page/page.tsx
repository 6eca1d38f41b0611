import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { renderPage } from '../../html/layout.js'
import { directionOf } from '../../fields/language.js'
import type { ManageEnv, MemberContext, OwnerContext } from '../environment.js'
import { FRAME_SCRIPT, HOME, YOU, eventPath, ownerPath } from '../paths.js'
import { formToken } from '../access/session-cookie.js'
import type { Undo } from './flash.js'
import { Icon, icons } from './icons.js'
import { Notice } from './notice.js'
import { ZoneOfTimes } from './time.js'
import { AREA_ICONS, type Area, type Section, areasFor } from './areas.js'

type Ctx = Context<ManageEnv>

export interface PageParts {
  /** The heading. */
  title: string
  /** The title of the browser's tab, where it is not the heading. */
  named?: string
  /** The content of `main` below the heading. */
  children: Child
  /** The section of the navigation that the page is in. */
  section?: Section
  /** The page above this one, by its address. */
  crumb?: { href: string; text: string } | undefined
  /** A line below the heading. */
  below?: Child
  /** At most two buttons beside the heading. */
  buttons?: Child
  /** Links to the pages beside this one, in place of those of the section. */
  tabs?: Child
  /** The kind of page, where it is not one of the frame. */
  kind?: 'app' | 'app bare'
  /** The words in the search field of the frame. */
  search?: string
  status?: 200 | 400 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503 | undefined
}

/** Answers with a page of the interface: its heading, and the frame of the owner that it is about. */
export function page(c: Ctx, { title, children, section, status = 200, ...parts }: PageParts): Response {
  const { texts, lang } = { texts: c.get('texts'), lang: c.get('lang') }
  const shown = c.get('owner') as OwnerContext | undefined
  // A helper has one event, and no way to the group.
  const owner = c.get('helper') ? undefined : (shown as MemberContext | undefined)
  const areas = owner ? areasFor(owner.role, c.get('hasPage')) : []
  const area = areas.find(({ sections }) => sections.some((each) => each === section))
  const html = renderPage({
    title: `${parts.named ?? title} · ${shown?.title ?? texts.product}`,
    lang,
    dir: directionOf(lang),
    styles: c.get('styles'),
    icons,
    kind: parts.kind ?? (owner ? 'app' : 'app bare'),
    skip: texts.skip,
    head: <script src={FRAME_SCRIPT} defer></script>,
    header: <Header c={c} title={shown?.title} owner={owner} areas={areas} area={area?.area} search={parts.search} />,
    children: (
      <>
        <div class="top">
          <div class="stack tight">
            <div>
              {parts.crumb && (
                <a class="crumb" href={parts.crumb.href}>
                  <Icon name="chevron-left" />
                  {parts.crumb.text}
                </a>
              )}
              <h1 id="content">{title}</h1>
            </div>
            {parts.below}
          </div>
          {parts.buttons && <div class="line">{parts.buttons}</div>}
        </div>
        {parts.tabs ??
          (owner && area && !parts.crumb && <Sections c={c} owner={owner} area={area} current={section} />)}
        <Said c={c} />
        {children}
        <ZoneOfTimes c={c} />
        {owner && (
          <p class="small quiet">
            {texts.product} {c.get('version')}
          </p>
        )}
      </>
    ),
  })
  return c.html(html, status)
}

/** The sentence that the change before has left. */
const Said: FC<{ c: Ctx }> = ({ c }) => {
  const flash = c.get('flash')
  if (!flash) return <></>
  c.set('flashShown', true)
  return (
    <Notice kind="good" beside={flash.undo && <UndoForm c={c} undo={flash.undo} />}>
      <strong>{flash.said}</strong> {flash.also}
    </Notice>
  )
}

const UndoForm: FC<{ c: Ctx; undo: Undo }> = ({ c, undo: { action, label, fields = {} } }) => (
  <Form c={c} action={action}>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button class="btn ghost">{label ?? c.get('texts').undo}</button>
  </Form>
)

/** The sections of a area, where there are several. */
const Sections: FC<{
  c: Ctx
  owner: MemberContext
  area: { area: Area; sections: Section[] }
  current: Section | undefined
}> = ({ c, owner, area: { area, sections }, current }) => {
  const { nav } = c.get('texts')
  if (sections.length < 2) return <></>
  return (
    <nav class="tabs" aria-label={nav.areas[area]}>
      {sections.map((each) => (
        <a href={ownerPath(owner.id, each)} aria-current={each === current ? 'page' : undefined}>
          {nav.sections[each]}
        </a>
      ))}
    </nav>
  )
}

const Header: FC<{
  c: Ctx
  title: string | undefined
  owner: MemberContext | undefined
  areas: ReturnType<typeof areasFor>
  area: Area | undefined
  search: string | undefined
}> = ({ c, title, owner, areas, area, search }) => {
  const texts = c.get('texts')
  const session = c.get('session') as { address: string } | undefined
  return (
    <>
      <a class="group" href={owner ? ownerPath(owner.id) : c.get('helper') ? eventPath(c.get('event').id) : HOME}>
        <span class="logo">
          <Icon name="megaphone" />
        </span>
        <span>{title ?? texts.product}</span>
      </a>
      {owner && (
        <a class="btn ghost phone" href={ownerPath(owner.id, 'find')} aria-label={texts.find.label}>
          <Icon name="search" />
        </a>
      )}
      {owner && <Find c={c} owner={owner} search={search} />}
      {owner && (
        <nav class="areas" aria-label={texts.nav.label}>
          {areas.map(({ area: each, sections: [first] }) => (
            <a href={ownerPath(owner.id, first)} aria-current={each === area ? 'page' : undefined}>
              <Icon name={AREA_ICONS[each]} />
              <span>{texts.nav.areas[each]}</span>
            </a>
          ))}
        </nav>
      )}
      {session && (
        <a class="me" href={YOU}>
          <span class="avatar" aria-hidden="true">
            {session.address.slice(0, 2).toUpperCase()}
          </span>
          <span class="off">
            <b>{session.address}</b>
            <br />
            <span class="quiet">{owner && texts.owners.roles[owner.role]}</span>
          </span>
          <span class="vh">{texts.you.title}</span>
        </a>
      )}
    </>
  )
}

/** The field that finds anything. The script of the frame leads to it by a key. */
const Find: FC<{ c: Ctx; owner: MemberContext; search: string | undefined }> = ({ c, owner, search }) => {
  const { find: texts } = c.get('texts')
  return (
    <form class="find anything" role="search" aria-label={texts.label} action={ownerPath(owner.id, 'find')}>
      <Icon name="search" />
      <input
        class="input"
        id="find"
        name="q"
        type="search"
        value={search}
        aria-label={texts.label}
        placeholder={texts.placeholder}
        autocomplete="off"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}

/** A form that changes something: it carries the token of the session. */
export const Form: FC<{
  c: Ctx
  action: string
  id?: string
  class?: string
  enctype?: 'multipart/form-data'
  'data-name'?: string
  'data-continue'?: string
  'data-unsaved'?: string
  'data-passkey'?: string
  'data-options'?: string
  'data-origin'?: string
  hidden?: boolean
  children?: Child
}> = ({ c, action, children, ...attributes }) => (
  <form method="post" action={action} {...attributes}>
    <input type="hidden" name="form_token" value={formToken(c.get('token'))} />
    {children}
  </form>
)
