import { describe, expect, it } from 'vitest'
import { kindsOfMail } from '../../../lib/app/kinds-of-mail.js'
import { galleryOf } from '../../../local/rooms/gallery.mail.js'
import type { LocalSettings } from '../../../lib/runtime/environment.js'
import { outbox } from '../../../local/rooms/mail.js'

const open = async (path: string) => {
  const answer = await outbox.answer?.({ dataDir: '/nowhere' } as LocalSettings, `/manage/styleguide/emails${path}`)
  return { status: answer?.status, html: String(answer?.body) }
}

describe('the gallery of emails', () => {
  it.each(['en', 'es', 'ar', 'nb'])('has every kind of mail, and fills in all of its braces, in %s', (language) => {
    const gallery = galleryOf(language)
    const names = kindsOfMail(() => Promise.resolve([])).flatMap((kind) => kind.names)
    expect(names.filter((name) => ![...gallery.keys()].some((each) => each.startsWith(name)))).toEqual([])
    for (const { subject, text, html } of gallery.values())
      for (const each of [subject, text, html.replaceAll(/<style>.*?<\/style>/g, '')])
        expect(each).not.toMatch(/\{\w+\}|undefined/)
  })

  it('shows where a long link leads, keeps it whole in the text, and lets each paragraph begin at its side', () => {
    const { html, text } = galleryOf('en').get('confirmation') ?? { html: '', text: '' }
    expect(html).toMatch(/href="https:\/\/events.example.org\/rsvp\/[\w-]{60,}"/)
    expect(html).toMatch(/>events.example.org\/rsvp\/[\w-]+…<\/a>/)
    expect(text).toMatch(/https:\/\/events.example.org\/rsvp\/[\w-]{60,}/)
    expect(html).toContain('<p>')
    expect(galleryOf('ar').get('confirmation')?.html).not.toMatch(/<(p|ul)>/)
  })

  it('frames each email twice, in the light and in the dark scheme', async () => {
    const { html } = await open('/es')
    expect(html.match(/<iframe/g)).toHaveLength(2 * galleryOf('es').size)
    const dark = (await open('/es/confirmation/dark')).html
    expect(dark).toContain('@media all')
    expect(dark).not.toContain('prefers-color-scheme')
    expect((await open('/es/confirmation')).html).toContain('prefers-color-scheme:dark')
    expect((await open('/es/unknown')).status).toBe(404)
  })
})
