import type { Child } from 'hono/jsx'
import { groupIdOf, type Owner } from '../runtime/owner.js'
import type { Site } from '../runtime/site.js'
import { pathOfGroup } from '../events/documents/browser-url.js'
import { embedLink } from '../events/documents/embed.js'
import type { Answer } from '../http/answer.js'
import { renderPage } from '../html/layout.js'
import { brandStyles } from '../html/styles.js'
import type { OwnerSettings } from '../access/owner-settings.js'
import { icons } from './icons.js'
import { LANGUAGES } from '../texts/messages.js'
import { Filled, LANGUAGE_PARAMETER, type Locale, VARIES, localeOf } from './locale.js'
import { Logo } from './logo.js'
import { styles } from './styles.js'

/** The group that a page is of, as its header and its footer name it. */
export interface PageOwner {
  title: string
  /** Its page on the service, or elsewhere. */
  url?: string | undefined
  /** The address of its logo. */
  logo_url?: string | undefined
}

interface PublicPage {
  title: string
  /** In place of those of all pages. */
  styles?: typeof styles
  locale?: Locale
  head?: Child
  /** Absent for a page in a frame, which has neither header nor footer. */
  around?: { owner?: PageOwner | undefined; action?: Child; privacy_policy_url?: string | undefined }
  /** The parameters of the page's address, where readers may choose a language by one more. */
  languagesOf?: Record<string, string>
  /** The color of the group. The policy of the page must allow it. */
  color?: string | undefined
  children: Child
}

/** Renders a page for people who come to events. */
export function publicPage({ locale = localeOf(), around, languagesOf, color, ...page }: PublicPage): string {
  const { lang, dir, texts, messages } = locale
  const owner = around?.owner
  const chosen = languagesOf ? LANGUAGES.filter(({ tag }) => tag !== lang.split('-')[0]) : []
  return renderPage({
    styles,
    ownStyles: brandStyles(color),
    ...page,
    icons,
    lang,
    dir,
    kind: 'public',
    skip: texts.skip,
    ...(around && {
      ...((owner ?? around.action) && {
        header: (
          <>
            {owner && <Group owner={owner} />}
            {around.action}
          </>
        ),
      }),
      footer: (
        <>
          <span>{owner ? <Filled text={texts.footer} values={{ group: owner.title }} /> : texts.footer_alone}</span>
          <span class="line">
            {around.privacy_policy_url && (
              <a href={around.privacy_policy_url} rel="noopener noreferrer nofollow">
                {messages.privacy_policy}
              </a>
            )}
            {chosen.map(({ tag, name }) => (
              <a
                href={`?${new URLSearchParams({ ...languagesOf, [LANGUAGE_PARAMETER]: tag }).toString()}`}
                lang={tag}
                hreflang={tag}
              >
                {name}
              </a>
            ))}
          </span>
        </>
      ),
    }),
  })
}

function Group({ owner: { title, url, logo_url } }: { owner: PageOwner }) {
  const brand = (
    <>
      <Logo title={title} address={logo_url} />
      <span>{title}</span>
    </>
  )
  return url ? (
    <a class="group" href={url}>
      {brand}
    </a>
  ) : (
    <p class="group">{brand}</p>
  )
}

/** Returns the owner of an event or a campaign, as its pages name it; undefined for an individual account. */
export function ownerOf(
  site: Site,
  { owner, sponsor }: { owner: Owner; sponsor?: { title: string; browser_url?: string } | undefined },
  { title, logo_url, slug }: Pick<OwnerSettings, 'title' | 'logo_url' | 'slug'> = {},
): PageOwner | undefined {
  if (!sponsor) return undefined
  const id = groupIdOf(owner)
  return {
    title: title ?? sponsor.title,
    url: id === undefined ? sponsor.browser_url : site.publicUrl + pathOfGroup({ id, slug }),
    logo_url,
  }
}

/** Marks an answer as one that depends on the languages of its reader. */
export const forReader = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...VARIES },
})

/** The pages that may have a page in a frame. */
export type Ancestors = "'none'" | '*'

/** Returns the sources of the styles of a page, and of the color of its group. */
export const styleSources = (own: typeof styles, color: string | undefined): string =>
  [own.source, brandStyles(color)?.source].filter(Boolean).join(' ')

/**
 * Returns the policy of a page: it loads its styles, a script of the service, and a banner from anywhere.
 * @param color of the group that the page has
 */
export const publicPolicy = (
  site: Site,
  ancestors: Ancestors,
  scripts: string | readonly string[] = 'widget.js',
  color?: string,
): string =>
  [
    "default-src 'none'",
    `script-src ${[scripts]
      .flat()
      .map((script) => embedLink(site, script).href)
      .join(' ')}`,
    `style-src ${styleSources(styles, color)}`,
    'img-src https: http: data:',
    `connect-src ${embedLink(site, 'events', '').href} ${site.publicUrl}/events/`,
    // The answer to a form shows the events that follow.
    `frame-src ${site.publicUrl}/events/`,
    "base-uri 'none'",
    `form-action ${site.publicUrl}/`,
    `frame-ancestors ${ancestors}`,
  ].join('; ')

/**
 * Returns the policy of a page of plain forms: it loads its styles and images, and sends forms to the service.
 * @param script the address of a script that it does without
 */
export const formPolicy = (own = styles, script?: string, color?: string): string =>
  [
    "default-src 'none'",
    ...(script ? [`script-src ${script}`] : []),
    `style-src ${styleSources(own, color)}`,
    'img-src https: http: data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
