import type { Context, Hono } from 'hono'
import { raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { notFound } from '../../runtime/errors.js'
import { MOST_LETTERS } from '../../attendances/rsvp-statistics.js'
import { hasPublicPage } from '../../events/visibility.js'
import type { Site } from '../../runtime/site.js'
import type { OsdiEvent } from '../../events/event.js'
import { publicAddress, publicPage } from '../../events/documents/browser-url.js'
import { embedLink, embedSnippets } from '../../events/documents/embed.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Icon } from '../../manage/page/icons.js'
import { Field, NO_FAULTS } from '../../manage/page/form.js'
import { CopyBlock, CopyField } from '../../manage/page/notice.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { requires } from '../../manage/access/guards.js'
import { eventPath } from '../../manage/paths.js'

/**
 * Serves the ways to share an event: its page, the QR code of the page, and the embeds, each with a preview. Two are in
 * view; those that take the styles of the other site are behind one line.
 */
export function embedPage(app: Hono<ManageEnv>, { site }: ManageDependencies): void {
  app.get(eventPath(':event', 'embed'), requires('change_events'), (c) => {
    const event = c.get('event')
    const { embed: texts, copy, copied } = c.get('texts')
    const address = publicPage(site, event).href
    const qrCode = `/events/${event.id}/qr.svg`
    const named = Object.entries(snippetsOf(site, event))
    const isUsual = ([name]: [string, string]) => name.endsWith('_default_styles')
    const embed = ([name, snippet]: [string, string]) => (
      <details class="more">
        <summary>
          {texts.names[name as keyof typeof texts.names]}
          <Icon name="chevron-right" class="turn" />
        </summary>
        <CopyBlock id={name} value={snippet} button={copy} done={copied} />
        <iframe
          loading="lazy"
          title={texts.preview(texts.names[name as keyof typeof texts.names])}
          src={`${previewPath(event.id)}?snippet=${name}`}
        ></iframe>
      </details>
    )
    return eventPage(c, 'embed', {
      children: (
        <>
          {hasPublicPage(event) && (
            <section class="card stack max-l">
              <h2>{texts.link}</h2>
              <CopyField id="link" label={texts.link} value={address} button={copy} done={copied} />
              <LinkWithSource c={c} address={address} />
              <img class="qr" src={qrCode} alt={texts.qr} width="220" height="220" />
              <p>
                <a href={qrCode} download="qr-code.svg">
                  {texts.download}
                </a>
              </p>
            </section>
          )}
          <h2>{texts.embeds}</h2>
          {event.hidden ? (
            <p class="card">{texts.hiddenEvent}</p>
          ) : (
            <>
              <p>{texts.how}</p>
              {named.filter(isUsual).map(embed)}
              <details class="more">
                <summary>
                  {texts.designers}
                  <Icon name="chevron-right" class="turn" />
                </summary>
                {named.filter((each) => !isUsual(each)).map(embed)}
              </details>
            </>
          )}
        </>
      ),
    })
  })

  app.get(previewPath(':event'), requires('change_events'), (c) => {
    const snippets = new Map(Object.entries(snippetsOf(site, c.get('event'))))
    const snippet = snippets.get(c.req.query('snippet') ?? '')
    if (snippet === undefined) throw notFound()
    return previewOf(c, snippet)
  })
}

/** A link that names where it stands: the statistics count the RSVPs that come by it. */
function LinkWithSource({ c, address }: { c: Context<ManageEnv>; address: string }) {
  const { embed: texts, copy, copied } = c.get('texts')
  const source = (c.req.query('source') ?? '').trim().slice(0, MOST_LETTERS)
  return (
    <>
      <form method="get" class="stack tight">
        <Field
          texts={c.get('texts')}
          form={{ values: { source }, faults: NO_FAULTS }}
          name="source"
          label={texts.source}
          hint={texts.whySource}
          maxlength={MOST_LETTERS}
          required
        />
        <p>
          <button class="btn">{texts.makeLink}</button>
        </p>
      </form>
      {source && (
        <CopyField
          id="link-with-source"
          label={texts.makeLink}
          value={`${address}?${new URLSearchParams({ source }).toString()}`}
          button={copy}
          done={copied}
        />
      )}
    </>
  )
}

const PREVIEW = 'embed/preview'
const previewPath = (id: string) => eventPath(id, PREVIEW)

export const isPreview = (path: string) => path.endsWith(`/${PREVIEW}`)

/** A page of another site, with nothing but the embed. */
const previewOf = (c: Context<ManageEnv>, snippet: string) =>
  c.html(
    <html lang={c.get('lang')}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{c.get('texts').embed.embeds}</title>
      </head>
      <body>{raw(snippet)}</body>
    </html>,
  )

/** A preview shows the embed with its data, within pages of the interface. It cannot send the form. */
export const previewHeaders = (site: Site) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [embedLink(site, 'widget.js').href],
      styleSrc: [`${site.publicUrl}/embed/`, "'unsafe-inline'"],
      imgSrc: ['data:', 'https:', 'http:'],
      connectSrc: [embedLink(site, 'events', '').href],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'self'"],
    },
    referrerPolicy: 'same-origin',
    xFrameOptions: 'SAMEORIGIN',
    strictTransportSecurity: false,
  })

const snippetsOf = (site: Site, event: OsdiEvent) =>
  embedSnippets(site, 'events', { ...event, address: publicAddress(site, event) })
