import type { Child } from 'hono/jsx'
import { privateAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { hostingMessages } from '../texts.js'
import { type Heard, localeOf, readersLocale } from '../../pages/locale.js'
import { type PageOwner, formPolicy, publicPage } from '../../pages/page.js'

/** The group of a page of hosting, and its color. */
export interface HostingGroup {
  owner?: PageOwner | undefined
  color?: string | undefined
}

/** The language of the reader of a page of hosting, or else that of its group, its texts, and the group. */
export const hostingLocale = (language: string | undefined, request?: Heard, group: HostingGroup = {}) => {
  const locale = request ? readersLocale(request, language) : localeOf(language)
  return { ...locale, hosting: hostingMessages(locale.lang), spoken: language, group }
}

export type HostingLocale = ReturnType<typeof hostingLocale>

/** Answers with a page for a host. No cache keeps it, and no search lists it. */
export const hostAnswer = (
  locale: HostingLocale,
  {
    title,
    children,
    isWide = false,
    parameters = {},
    status = 200,
  }: {
    title: string
    children: Child
    isWide?: boolean
    /** Parameters of its address, which the choice of a language keeps. */
    parameters?: Record<string, string>
    status?: number
  },
): Answer => {
  const page = publicPage({
    title,
    locale,
    head: <meta name="robots" content="noindex" />,
    around: { owner: locale.group.owner },
    color: locale.group.color,
    languagesOf: parameters,
    children: <article class={`stack g6 turnout-host${isWide ? ' wide' : ' max-l'}`}>{children}</article>,
  })
  return privateAnswer(page, formPolicy(undefined, undefined, locale.group.color), status)
}

/** Answers with a page of a heading and a sentence. */
export const sayingPage = (locale: HostingLocale, title: string, sentence: string, status: number, more?: Child) =>
  hostAnswer(locale, {
    title,
    status,
    children: (
      <section class="card stack">
        <h1>{title}</h1>
        <p role="status">{sentence}</p>
        {more}
      </section>
    ),
  })

/** A warning above a form, which is announced. */
export const Warning = ({ children }: { children: Child }) => (
  <p role="alert" class="notice warn">
    {children}
  </p>
)
