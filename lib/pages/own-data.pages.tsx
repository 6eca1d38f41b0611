import type { Child } from 'hono/jsx'
import { type Attendance, NO_REFERRER, standingOf } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import { timeZoneOf } from '../fields/time-zone.js'
import type { Site } from '../runtime/site.js'
import type { Answer } from '../http/answer.js'
import { privateAnswer } from '../html/answer.js'
import { type Heard, type Locale, readersLocale } from './locale.js'
import { formPolicy, forReader, ownerOf, publicPage } from './page.js'
import {
  pages_own_data as ar,
  pages_own_data_names as arNames,
  pages_own_data_values as arValues,
} from '../texts/ar.json'
import {
  pages_own_data as en,
  pages_own_data_names as enNames,
  pages_own_data_values as enValues,
} from '../texts/en.json'
import {
  pages_own_data as es,
  pages_own_data_names as esNames,
  pages_own_data_values as esValues,
} from '../texts/es.json'
import {
  pages_own_data as nb,
  pages_own_data_names as nbNames,
  pages_own_data_values as nbValues,
} from '../texts/nb.json'
import { type TextsOf, textsIn } from '../texts/messages.js'

type Texts = TextsOf<typeof en>
const textsOf = textsIn<Texts>({ en, es, ar, nb })

/** Names of fields that people know. Others are named as the API does. */
type Names = TextsOf<typeof enNames>
const namesOf = textsIn<Names>({ en: enNames, es: esNames, ar: arNames, nb: nbNames })

/** The texts of people for the words of the API. */
type Values = TextsOf<typeof enValues>
const valuesOf = textsIn<Values>({ en: enValues, es: esValues, ar: arValues, nb: nbValues })

/** Fields whose values are words of the API. */
const OF_WORDS = new Set(['status', 'result', 'role'])

/** Ids and marks of programs, which tell a person nothing. The file has them. */
const LEFT_OUT = new Set(['id', 'identifiers', 'list', 'primary', 'questions', 'referrer', 'waiting_since'])

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
  const texts = textsOf(locale.lang)
  const { exported_date: _exported, person, rsvps, ...others } = data
  const names = namesOf(locale.lang)
  const shown = {
    texts,
    names,
    values: valuesOf(locale.lang),
    lang: locale.lang,
    zone: timeZoneOf(event) ?? 'UTC',
  }
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
            <Part title={of.title ?? names.event} level={3} {...shown} value={withQuestions(of, rsvp)} />
          ))}
        </section>
      </div>
    ),
  })
  return forReader(privateAnswer(page, formPolicy()))
}

interface Rsvp extends Pick<Attendance, 'status' | 'request'> {
  event: { title?: string; start_date?: string }
  answers?: Record<string, unknown>
  questions?: Record<string, string>
}

/** Returns an RSVP with the start of its event, and its answers by the questions that they are to. */
const withQuestions = ({ start_date }: Rsvp['event'], { answers, questions, ...rsvp }: Omit<Rsvp, 'event'>) => ({
  ...(start_date !== undefined && { start_date }),
  ...rsvp,
  status: standingOf(rsvp),
  ...(answers && {
    answers: Object.fromEntries(Object.entries(answers).map(([id, answer]) => [questions?.[id] ?? id, answer])),
  }),
})

interface Shown {
  texts: Texts
  names: Names
  values: Values
  lang: Locale['lang']
  /** The time zone in which instants are shown. */
  zone: string
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
const ORDER = Object.keys(enNames)
const placeIn = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** The fields that hold something, each with its name. */
function Fields({ value, isWithin, ...shown }: Shown & { value: object; isWithin?: boolean }) {
  return (
    <dl class={isWithin ? 'stack tight p4 on-panel' : 'stack tight'}>
      {Object.entries(value as Record<string, unknown>)
        .filter(([name, each]) => !LEFT_OUT.has(name) && holdsAny(each))
        .sort(([one], [other]) => placeIn(one) - placeIn(other))
        .map(([name, each]) => (
          <div>
            <dt class="small quiet">{nameOf(shown.names, name)}</dt>
            <dd dir="auto">
              <Value value={OF_WORDS.has(name) ? wordFor(shown.values, each) : each} {...shown} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function Value({ value, ...shown }: Shown & { value: unknown }): Child {
  if (Array.isArray(value))
    return (
      <ul class="stack tight">
        {(value as unknown[]).filter(holdsAny).map((each) => (
          <li>
            <Value value={each} {...shown} />
          </li>
        ))}
      </ul>
    )
  if (typeof value === 'object' && value !== null) return <Fields value={value} isWithin {...shown} />
  if (typeof value === 'boolean') return value ? shown.texts.yes : shown.texts.no
  return typeof value === 'string' ? <>{timeIn(shown, value)}</> : <>{String(value)}</>
}

/** Texts that say nothing: the last two are those of an RSVP that names no site. */
const NOTHING = new Set<unknown>(['', NO_REFERRER.source, NO_REFERRER.website])

const holdsAny = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([name, each]) => !LEFT_OUT.has(name) && holdsAny(each))
    : value !== undefined && value !== null && !NOTHING.has(value)

const nameOf = (names: Names, name: string) => new Map(Object.entries(names)).get(name) ?? inWords(name)

const wordFor = (values: Values, value: unknown): unknown =>
  new Map<unknown, string>(Object.entries(values)).get(value) ?? value

/** A name of the API in words: `postal_code` is “Postal code”. A question stays as it is. */
const inWords = (name: string) =>
  /^[a-z_:]+$/.test(name)
    ? name
        .replace(/^service:/, '')
        .replaceAll('_', ' ')
        .replace(/^./, (first) => first.toUpperCase())
    : name

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z?)$/

/** Returns a text, and a time as people write it: an instant in a time zone, or the clock of an event. */
function timeIn({ lang, zone }: Shown, text: string): string {
  const [isTime, , isInstant] = TIME.exec(text) ?? []
  if (isTime === undefined) return text
  const format = new Intl.DateTimeFormat(lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: isInstant ? zone : 'UTC',
  })
  return format.format(new Date(isInstant ? text : `${text}Z`))
}
