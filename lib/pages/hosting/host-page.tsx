import type { Child } from 'hono/jsx'
import { privateAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { hostingMessages } from '../../messages/hosting/messages.js'
import { localeOf } from '../locale.js'
import { formPolicy, publicPage, stylesWith } from '../page.js'
import style from './hosting.css' with { type: 'text' }

const styles = stylesWith(style)

/** The language of a page of hosting, and its texts. */
export const hostingLocale = (language: string | undefined) => {
  const locale = localeOf(language)
  return { ...locale, texts: hostingMessages(locale.lang) }
}

export type HostingLocale = ReturnType<typeof hostingLocale>

/** Answers with a page for a host. No cache keeps it, and no search lists it. */
export const hostAnswer = (
  locale: HostingLocale,
  { title, children, status = 200 }: { title: string; children: Child; status?: number },
): Answer => {
  const page = publicPage({
    title,
    locale: localeOf(locale.lang),
    styles,
    head: <meta name="robots" content="noindex" />,
    children: <article class="turnout turnout-host">{children}</article>,
  })
  return privateAnswer(page, formPolicy(styles), status)
}

/** Answers with a page of a heading and a sentence. */
export const sayingPage = (
  locale: HostingLocale,
  title: string,
  sentence: string,
  status: number,
  more?: Child,
) =>
  hostAnswer(locale, {
    title,
    status,
    children: (
      <>
        <h1>{title}</h1>
        <p role="status">{sentence}</p>
        {more}
      </>
    ),
  })
