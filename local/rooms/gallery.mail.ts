import { EVENT_MAILS } from '../../lib/mail/kinds-of-event-email.js'
import { type Content, type Value, type Wording, document, paragraph, write } from '../../lib/mail/sending/wording.js'
import { type Pass, partOfCode } from '../../lib/mail/sending/pass.js'
import { WITH_PASS } from '../../lib/mail/sending/write-event-email.js'
import { counted } from '../../lib/texts/messages.js'
import { type MailMessages, mailMessagesFor } from '../../lib/mail/texts.js'

/*
 * Every email with texts as long as they come, to be looked at: the style guide of `npm start` shows them in both
 * schemes.
 */

const LINK = 'https://events.example.org/rsvp/AYWHJyboKIR-lgoHr2K4vtEsih9ukLRNN45Sbx06e5wQs1WvQwLrazare6kGHWGrUg'
const LINKS = ['address', 'calls', 'copy', 'guests', 'link', 'page', 'rsvp', 'stop', 'unsubscribe', 'worked']
const GROUP = 'Neighbors of the Raghunathan-Featherstonehaugh Street Tenants’ Assembly and Community Kitchen'
const EVENT =
  'Tenants’ assembly and potluck: what the new lease at 4400 Riverside means, who decides, and how to answer it together'

/** The values of all braces. */
const VALUES: Record<string, Value> = {
  ...Object.fromEntries(LINKS.map((name) => [name, { address: LINK }])),
  event: EVENT,
  campaign: EVENT,
  group: GROUP,
  count: '1,204',
  left: '1,204',
  ...Object.fromEntries(['coming', 'confirmed', 'unconfirmed', 'waiting', 'attended'].map((name) => [name, '1,204'])),
  given_name: 'Maximilian-Alexander',
  when: 'Wednesday, December 16, 2026, 6:30 PM – Thursday, December 17, 2026, 1:00 AM (Central Standard Time)',
  where: 'Raghunathan-Featherstonehaugh Memorial Community Center, 4400 West Riverside Drive, Springfield, IL 62701',
  contact: 'Maximilian-Alexander Raghunathan-Featherstonehaugh, tenants.assembly@riverside.example.org, 217 555 0142',
  note: 'There is one next door on the same evening.\nWould you join it, and bring the soup?',
  name: 'Maximilian-Alexander Raghunathan-Featherstonehaugh',
  by: 'maximilian.alexander@riverside.example.org',
  webhook: 'https://receiver.riverside.example.org/turnout/9f4c2f0e8a7b4d0c9e1f2a3b4c5d6e7f',
  instructions: { html: '<p>Come in by the ramp.</p><ul><li>Bring a dish</li><li>Bring your lease</li></ul>' },
  text: { html: '<p>Bring a <strong>bowl</strong>, and whoever lives next door.</p>' },
  next: {
    title: 'Coming up next:',
    addresses: [EVENT, 'Door-knocking, ward 3'].map((label) => ({ label, address: LINK })),
  },
}

const LOOK = { title: GROUP, color: '#2447d4' }

/** Returns the emails of the gallery in a language by their names. */
export function galleryOf(lang: string): Map<string, Content> {
  const { language, messages } = mailMessagesFor(lang)
  const values = {
    ...VALUES,
    greeting: messages.greeting.replace('{given_name}', () => VALUES['given_name'] as string),
    changes: Object.values(messages.changes)
      .join('\n')
      .replaceAll('{now}', '7:00 PM')
      .replaceAll('{before}', '6:30 PM'),
    no_one: messages.report.no_one,
    event_page: { address: LINK, label: messages.event_page },
  }
  const footerOf = (name: string) => footers(name, messages)
  return new Map([
    ...wordingsIn(messages).map(([name, wording]): [string, Content] => [
      name,
      shown(
        write(wording, values, {
          language,
          from: LOOK,
          footer: footerOf(name),
          ...(WITH_PASS.some((each) => each === name) && { pass: passOf(language, messages) }),
        }),
      ),
    ]),
    ['message', messageOf(language, messages)],
  ])
}

const PARTY = 12

const passOf = (language: string, { pass }: MailMessages): Pass => ({
  title: counted(language, pass.title, PARTY),
  name: 'Maximilian-Alexander Raghunathan',
  how: pass.how,
  alt: pass.code,
  directions: { label: pass.directions, address: LINK },
})

/** A page has no parts: the image of the code stands in it. */
function shown(content: Content): Content {
  const { cid, contentType, content: image } = partOfCode(LINK)
  const address = `data:${contentType};base64,${image.toString('base64')}`
  return { ...content, html: content.html.replace(`cid:${cid}`, address) }
}

const footers = (name: string, messages: MailMessages): string[] =>
  EVENT_MAILS.some((each) => each === name)
    ? [messages.footer_contact, messages.footer_event, messages.footer_passed_over, messages.footer_quiet]
    : name === 'eve' || name === 'report'
      ? [messages.footer_organizer]
      : []

/** An organizer writes its subject and its text. */
function messageOf(language: string, messages: MailMessages): Content {
  const footer = [messages.footer_message.replace('{group}', GROUP), messages.unsubscribe.replace('{address}', LINK)]
  const html = `<p>${EVENT}</p>\n<hr>\n${footer.map(paragraph).join('\n')}`
  return { subject: EVENT, text: footer.join('\n\n'), html: document(EVENT, html, language, LOOK) }
}

/** Returns the wordings among the texts of emails: some kinds have one for each case. */
function wordingsIn(messages: object, path = ''): [name: string, Wording][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]): [string, Wording][] => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    const name = path + key
    if (!('subject' in value)) return wordingsIn(value, `${name}-`)
    const { subject, button, ...bodies } = value as Record<string, string | string[]>
    return Object.entries(bodies).flatMap(([body, text]) =>
      Array.isArray(text)
        ? [
            [
              body === 'body' ? name : `${name}-${body}`,
              { subject: subject as string, button: button as string, body: text },
            ],
          ]
        : [],
    )
  })
}
