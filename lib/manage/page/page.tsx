import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { type Permission, mayDo } from '../../domain/access/permissions.js'
import { renderPage } from '../../html/layout.js'
import { stylesOf } from '../../html/styles.js'
import type { ManageEnv, OwnerContext } from '../environment.js'
import style from './manage.css' with { type: 'text' }
import { HOME, ownerPath } from '../paths.js'
import { formToken } from '../access/session-cookie.js'
import type { Texts } from '../texts.js'

export const styles = /* @__PURE__ */ stylesOf(style)

type Ctx = Context<ManageEnv>

interface PageParts {
  title: string
  /** The content of `main` below the heading. */
  children: Child
  /** The section of the navigation that the page is in. */
  section?: Section
  status?: 200 | 400 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503
}

/** The sections of an owner, each with the permission that shows it. */
const SECTIONS = {
  actions: 'see_actions',
  targeting: 'target',
  people: 'see_people',
  tags: 'see_people',
  lists: 'see_people',
  campaigns: 'campaigns',
  calendars: 'calendars',
  keys: 'keys',
  webhooks: 'webhooks',
  members: 'members',
  settings: 'settings',
  log: 'read_log',
} as const satisfies Partial<Record<keyof Texts['nav'], Permission>>
export type Section = keyof typeof SECTIONS

/** Answers with a page of the interface: its heading, and the navigation of the owner that it is about. */
export function page(c: Ctx, { title, children, section, status = 200 }: PageParts): Response {
  const { texts, lang } = { texts: c.get('texts'), lang: c.get('lang') }
  const owner = c.get('owner') as OwnerContext | undefined
  const html = renderPage({
    title: `${title} · ${owner?.title ?? texts.product}`,
    lang,
    styles,
    header: <Header c={c} owner={owner} section={section} />,
    children: (
      <>
        <h1 id="content">{title}</h1>
        {children}
      </>
    ),
  })
  return c.html(html, status)
}

const Header: FC<{ c: Ctx; owner: OwnerContext | undefined; section: Section | undefined }> = ({
  c,
  owner,
  section,
}) => {
  const texts = c.get('texts')
  const session = c.get('session') as object | undefined
  return (
    <>
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <strong>
        <a href={owner ? ownerPath(owner.id, 'actions') : HOME}>{owner?.title ?? texts.product}</a>
      </strong>
      {owner && (
        <nav aria-label={texts.nav.label}>
          {(Object.entries(SECTIONS) as [Section, Permission][])
            .filter(([, permission]) => mayDo(owner.role, permission))
            .map(([name]) => (
              <a href={ownerPath(owner.id, name)} aria-current={name === section ? 'page' : undefined}>
                {texts.nav[name]}
              </a>
            ))}
        </nav>
      )}
      {session && (
        <Form c={c} action={`${HOME}/sign-out`}>
          {owner && c.get('access').length > 1 && <a href={HOME}>{texts.owners.switch}</a>}{' '}
          <button class="link">{texts.signIn.out}</button>
        </Form>
      )}
    </>
  )
}

/** A form that changes something: it carries the token of the session. */
export const Form: FC<{
  c: Ctx
  action: string
  class?: string
  enctype?: 'multipart/form-data'
  'data-name'?: string
  'data-continue'?: string
  children?: Child
}> = ({ c, action, children, ...attributes }) => (
  <form method="post" action={action} {...attributes}>
    <input type="hidden" name="form_token" value={formToken(c.get('token'))} />
    {children}
  </form>
)
