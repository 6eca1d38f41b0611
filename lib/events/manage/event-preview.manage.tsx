import type { Context } from 'hono'
import type { OsdiEvent } from '../event.js'
import { type OwnerSettings } from '../../access/owner-settings.js'
import { takesRsvps } from '../rsvps-without-key.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { PageContent } from '../../pages/page-content.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Form, page } from '../../manage/page/page.js'

const PREVIEW = '/preview'

/** Returns the path that a form is sent to for a preview. */
export const previewPath = (path: string) => path + PREVIEW

export const isEventPreview = (path: string) => path.endsWith(`/edit${PREVIEW}`)

type PreviewDependencies = Pick<ManageDependencies, 'site' | 'eventPreview'>

interface PreviewParts {
  /** The event as it would be. */
  event: OsdiEvent
  settings: OwnerSettings
  /** The values of the form's fields. */
  values: Record<string, string>
  /** The text of the button that saves. */
  button: string
}

/** The page of an event in a frame without scripts and forms, with the looks of its group. */
export function EventInFrame({ c, dependencies: { site, eventPreview }, content, title }: FrameProps) {
  const { document, styleSources } = eventPreview(site, content, new Date())
  c.set('framedStyles', styleSources)
  return <iframe class="whole" title={title} sandbox="" srcdoc={document}></iframe>
}

interface FrameProps {
  c: Context<ManageEnv>
  dependencies: PreviewDependencies
  content: PageContent
  title: string
}

/**
 * The page of an event before anything is saved, in a frame without scripts and forms. The form goes along in hidden
 * fields: its buttons save it, or show it again.
 */
export function previewPage(
  c: Context<ManageEnv>,
  dependencies: PreviewDependencies,
  { event, settings, values, button }: PreviewParts,
) {
  const { event: texts } = c.get('texts')
  const { form_token: _token, then: _then, ...kept } = values
  const language = event.language ?? settings.language
  const places_left = event.capacity
  const content = {
    event: { ...event, ...(language && { language }) },
    settings,
    browser_rsvps: takesRsvps(settings, event),
    ...(places_left !== undefined && { places_left }),
  }
  return page(c, {
    title: texts.previewTitle(event.title),
    section: 'actions',
    children: (
      <>
        <div class="card">
          <p>{event.hidden ? texts.previewOfHidden : texts.previewExplain}</p>
          <Form c={c} action={c.req.path.slice(0, -PREVIEW.length)}>
            {Object.entries(kept).map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <p class="line">
              <button class="btn main">{button}</button>
              <button class="btn" name="then" value="edit">
                {texts.back}
              </button>
            </p>
          </Form>
        </div>
        <EventInFrame c={c} dependencies={dependencies} content={content} title={texts.previewTitle(event.title)} />
      </>
    ),
  })
}
