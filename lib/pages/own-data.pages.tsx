import type { Child } from 'hono/jsx'
import type { OsdiEvent } from '../events/event.js'
import type { Site } from '../runtime/site.js'
import type { Answer } from '../http/answer.js'
import { privateAnswer } from '../html/answer.js'
import { type Heard, type Locale, readersLocale } from './locale.js'
import { formPolicy, forReader, ownerOf, publicPage } from './page.js'

/** The texts of the page, and the names of fields and values that people know. Others are named as the API does. */
// cspell:disable
const TEXTS = {
  ar: {
    title: 'بياناتك',
    why: 'هذا ما نحتفظ به عنك. الملف يضم كل شيء، للبرامج أيضًا.',
    download: 'تنزيل كملف (JSON)',
    person: 'أنت',
    rsvps: 'تسجيلاتك',
    yes: 'نعم',
    no: 'لا',
    names: {
      given_name: 'الاسم الأول',
      family_name: 'اسم العائلة',
      email_addresses: 'البريد الإلكتروني',
      phone_numbers: 'الهاتف',
      postal_addresses: 'العنوان',
      event: 'الفعالية',
      guests: 'المرافقون',
      status: 'الحالة',
      answers: 'الإجابات',
      tags: 'الوسوم',
      created_date: 'أُنشئ في',
      modified_date: 'عُدّل في',
    },
  },
  en: {
    title: 'Your data',
    why: 'This is what we keep about you. The file has all of it, in a form that programs can read.',
    download: 'Download as a file (JSON)',
    person: 'You',
    rsvps: 'Your RSVPs',
    yes: 'yes',
    no: 'no',
    names: {
      start_date: 'Starts',
      given_name: 'First name',
      family_name: 'Last name',
      email_addresses: 'Email',
      phone_numbers: 'Phone',
      postal_addresses: 'Address',
      address: 'Address',
      number: 'Number',
      address_lines: 'Street',
      locality: 'Town',
      region: 'State or region',
      postal_code: 'Postal code',
      country: 'Country',
      event: 'Event',
      status: 'Status',
      guests: 'Guests you bring',
      answers: 'Answers',
      attended: 'Came',
      typed: 'What you entered',
      consent: 'You agreed to',
      opt_ins: 'Boxes you checked',
      text: 'Text',
      date: 'Date',
      referrer_data: 'How you found the event',
      calls: 'Calls',
      tags: 'Tags',
      email_lists: 'Mailing lists',
      hosted_events: 'Events you host',
      role: 'Role in the team',
      confirmed_date: 'Confirmed',
      created_date: 'Created',
      modified_date: 'Changed',
    },
  },
  es: {
    title: 'Tus datos',
    why: 'Esto es lo que guardamos sobre ti. El archivo lo contiene todo, también para programas.',
    download: 'Descargar como archivo (JSON)',
    person: 'Tú',
    rsvps: 'Tus inscripciones',
    yes: 'sí',
    no: 'no',
    names: {
      given_name: 'Nombre',
      family_name: 'Apellidos',
      email_addresses: 'Correo electrónico',
      phone_numbers: 'Teléfono',
      postal_addresses: 'Dirección',
      address: 'Dirección',
      number: 'Número',
      address_lines: 'Calle',
      locality: 'Localidad',
      region: 'Estado o región',
      postal_code: 'Código postal',
      country: 'País',
      event: 'Evento',
      title: 'Título',
      guests: 'Acompañantes que traes',
      status: 'Estado',
      answers: 'Respuestas',
      consent: 'Aceptaste',
      opt_ins: 'Casillas que marcaste',
      referrer_data: 'Cómo encontraste el evento',
      source: 'Origen',
      website: 'Sitio',
      text: 'Texto',
      date: 'Fecha',
      typed: 'Lo que escribiste',
      email: 'Correo electrónico',
      tags: 'Etiquetas',
      email_lists: 'Listas de correo',
      hosted_events: 'Eventos que organizas',
      calls: 'Llamadas',
      role: 'Función en el equipo',
      attended: 'Viniste',
      created_date: 'Creado',
      modified_date: 'Cambiado',
      start_date: 'Empieza',
      confirmed_date: 'Confirmado',
      origin_system: 'Sistema de origen',
    },
  },
  nb: {
    title: 'Dataene dine',
    why: 'Dette har vi lagret om deg. Filen har alt, også for programmer.',
    download: 'Last ned som fil (JSON)',
    person: 'Du',
    rsvps: 'Påmeldingene dine',
    yes: 'ja',
    no: 'nei',
    names: {
      given_name: 'Fornavn',
      family_name: 'Etternavn',
      email_addresses: 'E-post',
      phone_numbers: 'Telefon',
      postal_addresses: 'Adresse',
      event: 'Arrangement',
      guests: 'Følge',
      status: 'Status',
      answers: 'Svar',
      tags: 'Merkelapper',
      created_date: 'Opprettet',
      modified_date: 'Endret',
      start_date: 'Starter',
    },
  },
}
// cspell:enable

type Texts = Omit<(typeof TEXTS)['en'], 'names'> & { names: Partial<Record<string, string>> }

/** Ids and marks of programs, which tell a person nothing. The file has them. */
const LEFT_OUT = new Set(['id', 'identifiers', 'list', 'primary', 'questions'])

/** The query of the file beside the page. */
export const AS_FILE = 'as=file'

interface OwnDataPage {
  site: Site
  event: OsdiEvent
  /** The data as the file has them. */
  data: Record<string, unknown>
  /** The address of the file. */
  file: string
}

/** The page on which a person reads what is kept about them. */
export function ownDataPage({ site, event, data, file }: OwnDataPage, request: Heard): Answer {
  const locale = readersLocale(request, event.language)
  const texts: Texts = TEXTS[locale.lang.split('-')[0] as keyof typeof TEXTS] ?? TEXTS.en
  const { exported_date: _exported, person, rsvps, ...others } = data
  const shown = { texts, lang: locale.lang }
  const page = publicPage({
    title: texts.title,
    locale,
    around: { owner: ownerOf(site, event) },
    head: <meta name="robots" content="noindex" />,
    children: (
      <div class="stack wide max-l">
        <div class="stack">
          <h1>{texts.title}</h1>
          <p class="lead">{texts.why}</p>
          <p>
            <a class="btn" href={file}>
              {texts.download}
            </a>
          </p>
        </div>
        <Part title={texts.person} {...shown} value={{ ...(person as object), ...others }} />
        <section class="stack" aria-labelledby="rsvps">
          <h2 id="rsvps">{texts.rsvps}</h2>
          {(rsvps as Rsvp[]).map(({ event: of, ...rsvp }) => (
            <Part title={of.title ?? texts.names['event'] ?? ''} level={3} {...shown} value={withQuestions(of, rsvp)} />
          ))}
        </section>
      </div>
    ),
  })
  return forReader(privateAnswer(page, formPolicy()))
}

interface Rsvp {
  event: { title?: string; start_date?: string }
  answers?: Record<string, unknown>
  questions?: Record<string, string>
}

/** Returns an RSVP with the start of its event, and its answers by the questions that they are to. */
const withQuestions = ({ start_date }: Rsvp['event'], { answers, questions, ...rsvp }: Omit<Rsvp, 'event'>) => ({
  ...(start_date !== undefined && { start_date }),
  ...rsvp,
  ...(answers && {
    answers: Object.fromEntries(Object.entries(answers).map(([id, answer]) => [questions?.[id] ?? id, answer])),
  }),
})

interface Shown {
  texts: Texts
  lang: Locale['lang']
}

function Part({ title, level = 2, value, ...shown }: Shown & { title: string; level?: 2 | 3; value: object }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section class="card stack">
      <Heading>{title}</Heading>
      <Fields value={value} {...shown} />
    </section>
  )
}

/** Fields in the order in which people look for them; the others follow. */
const ORDER = Object.keys(TEXTS.en.names)
const placeIn = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** The fields that hold something, each with its name. */
function Fields({ value, texts, lang, isWithin }: Shown & { value: object; isWithin?: boolean }) {
  return (
    <dl class={isWithin ? 'stack tight p4 on-panel' : 'stack tight'}>
      {Object.entries(value as Record<string, unknown>)
        .filter(([name, each]) => !LEFT_OUT.has(name) && holdsAny(each))
        .sort(([one], [other]) => placeIn(one) - placeIn(other))
        .map(([name, each]) => (
          <div>
            <dt class="small quiet">{texts.names[name] ?? inWords(name)}</dt>
            <dd dir="auto">
              <Value value={each} texts={texts} lang={lang} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function Value({ value, texts, lang }: Shown & { value: unknown }): Child {
  if (Array.isArray(value))
    return (
      <ul class="stack tight">
        {(value as unknown[]).filter(holdsAny).map((each) => (
          <li>
            <Value value={each} texts={texts} lang={lang} />
          </li>
        ))}
      </ul>
    )
  if (typeof value === 'object' && value !== null) return <Fields value={value} texts={texts} lang={lang} isWithin />
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return typeof value === 'string' ? <>{timeIn(lang, value)}</> : <>{String(value)}</>
}

const holdsAny = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([name, each]) => !LEFT_OUT.has(name) && holdsAny(each))
    : value !== undefined && value !== null && value !== ''

/** A name of the API in words: `postal_code` is “Postal code”. A question stays as it is. */
const inWords = (name: string) =>
  /^[a-z_:]+$/.test(name)
    ? name
        .replace(/^service:/, '')
        .replaceAll('_', ' ')
        .replace(/^./, (first) => first.toUpperCase())
    : name

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z?)$/

/** Returns a text, and a time as people write it: an instant of UTC, or the clock of an event. */
function timeIn(lang: string, text: string): string {
  const [, , zone] = TIME.exec(text) ?? []
  if (zone === undefined) return text
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(zone ? text : `${text}Z`))}${zone && ' UTC'}`
}
