/*
 * Turnout's widget: shows an event, or the events of a campaign, wherever a page has a target for it. It runs as
 * it stands, in pages that we know nothing of: no framework, no style of its own, and one global, by which its
 * copies in a page find each other. All it takes as HTML is what the server has sanitized.
 */
;(() => {
  'use strict'

  const script = document.currentScript
  if (!script || !script.src) return
  /** The address that this copy came from, and the only one that it shows anything from. */
  const base = script.src.replace(/\/widget\.js([?#].*)?$/, '/')
  const copies = (window.turnoutEmbeds = window.turnoutEmbeds || {})
  if (typeof copies[base] === 'function') return copies[base]()
  copies[base] = showAll

  /** The only text that comes with the script: where the service cannot be asked for the others. */
  const NOT_SHOWN = document.documentElement.lang.startsWith('es')
    ? // cspell:disable-next-line
      'Esto no se puede mostrar en este momento.'
    : 'This cannot be shown right now.'

  const ADDRESS = /^(events|event_campaigns)\/[0-9a-f-]{36}$/

  function showAll() {
    for (const target of document.querySelectorAll('[data-turnout-embed]:not([data-turnout-state])')) {
      const address = target.getAttribute('data-turnout-embed')
      if (!address.startsWith(base) || !ADDRESS.test(address.slice(base.length))) continue
      target.setAttribute('data-turnout-state', 'loading')
      void load(target, address)
    }
  }

  /** Lets the forms of the service's own pages stay on their page, whose server has rendered the answers. */
  function enhanceForms() {
    for (const form of document.querySelectorAll('form[data-turnout-form]:not([data-turnout-state])')) {
      form.setAttribute('data-turnout-state', 'shown')
      form.noValidate = true
      const texts = JSON.parse(form.getAttribute('data-turnout-form'))
      sendFrom(form, { texts, consent: {} }, (standing, instructions) => showAnswer(form, standing, instructions))
    }
  }

  /** Replaces the page by one of the answers within it, with the name and the instructions of this visitor. */
  function showAnswer(form, standing, instructions) {
    const [name] = form.elements.name.value.trim().split(/\s+/)
    // The event was changed since the page was made: then the notice at the form has to do.
    const answer = document.getElementById(`answer-${standing}`)?.content.firstElementChild
    if (!answer) return
    const heading = answer.querySelector('h1')
    if (name) heading.textContent = heading.dataset.turnoutNamed.replace('{name}', name)
    if (instructions) {
      const section = answer.querySelector('.turnout-instructions')
      section.hidden = false
      section.lastElementChild.innerHTML = instructions
    }
    // The nearest of the events that follow come first.
    const [next, code] = [answer.querySelector('iframe'), form.elements.postal_code?.value.trim()]
    if (next && code) next.src += `&postal_code=${encodeURIComponent(code)}`
    // It is as high as its events are, so that it does not scroll within the page.
    next?.addEventListener('load', () => {
      next.style.height = '0'
      next.style.height = `${next.contentDocument.documentElement.scrollHeight}px`
    })
    document.querySelector('main').replaceChildren(answer)
    tellViewersTimes()
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.focus({ preventScroll: true })
  }

  async function load(target, address) {
    let isGone = false
    try {
      const response = await fetch(address, { credentials: 'omit' })
      isGone = response.status === 404
      if (!response.ok) throw new Error(response.statusText)
      const data = await response.json()
      const view = target.getAttribute('data-turnout-view')
      const made = Array.isArray(data.events) ? campaignOf(data, view) : eventOf(data, view)
      made.setAttribute('lang', view === 'form' ? data.texts_language : data.language)
      made.setAttribute('dir', view === 'form' ? 'auto' : data.direction)
      // Its styles make all their colors of this one. A policy against styles in attributes lets scripts set it.
      if (data.color) made.style.setProperty('--brand', data.color)
      target.replaceChildren(made)
      target.setAttribute('data-turnout-state', 'shown')
      tellViewersTimes()
    } catch {
      // The link of the snippet stays where it leads to a page.
      if (isGone) target.replaceChildren()
      target.append(notice(NOT_SHOWN))
      target.setAttribute('data-turnout-state', 'failed')
    }
  }

  function eventOf(event, view) {
    const { texts, state } = event
    const takesAnswers = state === 'to_come' || state === 'waitlist'
    const form = event.browser_rsvps && takesAnswers && linkTo(event, ':rsvp_form')
    // With approval people ask, before the line.
    const asks = event.approval && form
    const no = state === 'to_come' || asks ? undefined : notice(saidOf(event, form), event)
    // For a page that says itself what the event is.
    if (view === 'form') return form ? formTo(form.href, event) : no || notice(texts.no_rsvps, event)
    return element(
      'article',
      'turnout turnout-event',
      event.kind_text && notice(event.kind_text, event),
      element('h3', 'turnout-title', linked(event.title, event.browser_url)),
      no,
      ...timeAndPlace(event, event),
      event.accessibility_text && notice(event.accessibility_text, event),
      view === 'full' && sanitized(event.description),
      !no && event.places_left !== undefined && notice(placesLeft(event), event),
      form ? formTo(form.href, event) : linked(texts.more, event.browser_url, 'turnout-button', true),
    )
  }

  /** The text in place of the form. */
  function saidOf(event, form) {
    const { texts, state, timezone_identifier: zone } = event
    const said = texts[state === 'waitlist' && !form ? 'full' : state]
    const at = { not_open: event.rsvps_open, closed: event.rsvps_close }[state]
    if (!at) return said
    const language = isInOther(event) ? event.texts_language : event.language
    const name = zone && ` (${nameOfZone(language, zone, at)})`
    const when = period(language, at) + (name || '')
    return `${said} ${texts[state === 'closed' ? 'closed_at' : 'opens_at'].replace('{when}', when)}`
  }

  function placesLeft(event) {
    const { texts, places_left: count } = event
    const { places_left: plural } = texts
    const language = isInOther(event) ? event.texts_language : event.language
    const text = plural[new Intl.PluralRules(language).select(count)] || plural.other
    return text.replace('{count}', new Intl.NumberFormat(language).format(count))
  }

  /** A link of the service's own, whose prefix the owner has chosen. */
  function linkTo({ _links: links }, relation) {
    return links[Object.keys(links).find((name) => name.endsWith(relation))]
  }

  function campaignOf(campaign, view) {
    const events = campaign.events.map((event) =>
      element(
        'li',
        '',
        element('h4', '', linked(event.title, event.browser_url)),
        event.status === 'cancelled' && notice(campaign.texts.cancelled, campaign),
        ...timeAndPlace(event, campaign),
      ),
    )
    return element(
      'section',
      'turnout turnout-campaign',
      element('h3', 'turnout-title', linked(campaign.title, campaign.browser_url)),
      view === 'full' && sanitized(campaign.description),
      events.length > 0 ? element('ul', 'turnout-events', ...events) : notice(campaign.texts.no_events, campaign),
    )
  }

  /** HTML that the server has sanitized. */
  function sanitized(html) {
    if (!html) return undefined
    const made = element('div', 'turnout-description')
    made.innerHTML = html
    return made
  }

  /** @param spoken the document with the language and the texts */
  function timeAndPlace(event, spoken) {
    const { start_date: start, end_date: end, start_date_utc: instant, timezone_identifier: zone } = event
    const language = languageOf(spoken)
    const time = start && element('time', '', period(language, start, end))
    const name = start && zone && instant && nameOfZone(language, zone, instant)
    const line = time && element('p', 'turnout-time', time, name && ' ', name && element('span', 'turnout-zone', name))
    if (time) time.dateTime = name ? instant : start.replace(/Z$/, '')
    if (name) {
      const times = {
        zone,
        start: instant,
        end: event.end_date_utc || '',
        says: spoken.texts.your_time,
      }
      for (const [key, value] of Object.entries(times)) line.setAttribute(`data-turnout-${key}`, value)
      line.lang = language
    }
    return [line, event.where && element('p', 'turnout-place', event.where)]
  }

  /** The language of the event; where the page is in the same language, with the country of the page. */
  function languageOf({ language }) {
    const page = document.documentElement.lang
    return page.startsWith(`${language}-`) ? page : language
  }

  /** Times are the wall clock at the venue, written with a nominal Z: they are shown as they stand. */
  function period(language, start, end, timeZone = 'UTC') {
    const day = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone }
    const clock = { hour: 'numeric', minute: '2-digit', timeZone }
    const format = (time, parts) => new Date(time).toLocaleString(language, parts)
    const from = format(start, { ...day, ...clock })
    if (!end || end <= start) return from
    const isSameDay = format(start, day) === format(end, day)
    return `${from} – ${format(end, isSameDay ? clock : { ...day, ...clock })}`
  }

  function nameOfZone(language, timeZone, at) {
    const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' }).formatToParts(new Date(at))
    return parts.find(({ type }) => type === 'timeZoneName')?.value
  }

  /** Says below the time at the venue what the viewer's clock shows then, where it shows something else. */
  function tellViewersTimes() {
    for (const line of document.querySelectorAll('[data-turnout-zone]:not([data-turnout-told])')) {
      line.setAttribute('data-turnout-told', '')
      const [zone, start, end, says] = ['zone', 'start', 'end', 'says'].map((name) =>
        line.getAttribute(`data-turnout-${name}`),
      )
      const language = line.closest('[lang]')?.lang || 'en'
      const own = Intl.DateTimeFormat().resolvedOptions().timeZone
      const here = period(language, start, end, own)
      if (here === period(language, start, end, zone)) continue
      const text = says.replace('{time}', `${here} (${nameOfZone(language, own, start)})`)
      const told = element('p', 'turnout-time turnout-notice', text)
      // The words may be in another language than the date, and read from the other side.
      told.dir = 'auto'
      line.after(told)
    }
  }

  function formTo(address, event) {
    const { texts } = event
    const form = element(
      'form',
      'turnout-form',
      field(texts.given_name, 'given_name', { autocomplete: 'given-name' }),
      field(texts.family_name, 'family_name', { autocomplete: 'family-name' }),
      field(texts.email, 'email', {
        ...{ autocomplete: 'email', type: 'email', required: '' },
        // The service refuses an address without a domain; the browser by itself does not.
        ...{ pattern: '[^@]+@[^@]+[.][^@.]{2,}', title: 'name@example.org' },
      }),
      field(texts.postal_code, 'postal_code', { autocomplete: 'postal-code' }),
      event.max_guests && field(texts.guests, 'guests', { type: 'number', min: 0, max: event.max_guests, value: 0 }),
      ...(event.questions || []).map((question) => asked(question, texts)),
      unseen(texts),
      inputOf({ type: 'hidden', name: 'source', value: named('source').slice(0, 60) }),
      inputOf({ type: 'hidden', name: 'ref', value: named('ref') }),
      termsBeside(event.consent, texts),
      event.approval && notice(texts.is_approved, event),
      element('button', '', event.approval ? texts.ask_to_come : texts.rsvp),
      element('p', 'turnout-notice'),
    )
    form.action = address
    inItsLanguage(form, event)
    form.lastChild.setAttribute('role', 'status')
    sendFrom(form, event, (standing, instructions) => showRecorded(form, event, standing, instructions))
    return form
  }

  /** Sends a form without leaving its page. @param onRecorded shows the answer */
  function sendFrom(form, { texts }, onRecorded) {
    const address = form.action
    const [button, notice] = [form.querySelector('button'), form.querySelector('[role=status]')]
    form.addEventListener('submit', async (submission) => {
      submission.preventDefault()
      const { email } = form.elements
      // A fault that the browser sees needs no request. Its own words about it would be in another language.
      if (form.noValidate && !/^[^@\s]+@[^@\s]+[.][^@.\s]{2,}$/.test(email.value.trim())) {
        notice.textContent = texts.check_entries
        explain(email, true, texts)
        return email.focus()
      }
      button.disabled = true
      notice.textContent = texts.sending
      const work = () => (notice.textContent = texts.working)
      const {
        said,
        standing,
        instructions,
        consent,
        wrong = [],
      } = await record(address, new FormData(form), texts, work)
      notice.textContent = said
      if (said === texts.recorded) return onRecorded(standing, instructions)
      button.disabled = false
      // The terms have changed since this document was made.
      if (consent) form.querySelector('.turnout-terms').replaceWith(termsBeside(consent, texts))
      for (const input of form.querySelectorAll('.turnout-field input, .field > .input'))
        explain(input, wrong.includes(input.name), texts)
      for (const group of form.querySelectorAll('.turnout-terms.turnout-question')) explainGroup(group, wrong, texts)
      const first = form.querySelector('[aria-invalid]')
      const closed = first?.closest('details')
      if (closed) closed.open = true
      first?.focus()
    })
  }

  /** Replaces the form of a recorded RSVP. The focus moves there, so that screen readers read it. */
  function showRecorded(form, event, standing, instructions) {
    const { texts } = event
    const calendars = standing === 'place' && event.add_to_calendar
    const [title, said] = {
      place: [texts.have_place, texts.recorded],
      requested: [texts.you_asked, texts.answer_follows],
    }[standing] || [texts.you_wait, texts.keep_place]
    const heading = element('h4', 'turnout-title', title)
    heading.tabIndex = -1
    const parts = [
      heading,
      element('p', '', said),
      texts.mail_follows && element('p', '', texts.mail_follows),
      sanitized(instructions),
      calendars && element('p', 'turnout-notice', texts.add_to_calendar),
      calendars &&
        element(
          'ul',
          'turnout-links',
          element('li', '', linked('Google Calendar', calendars.google)),
          element('li', '', linked('Outlook', calendars.outlook)),
          element('li', '', linked(texts.calendar_file, calendars.icalendar)),
        ),
      shareOf(event),
    ]
    form.classList.add('turnout-coming')
    form.replaceChildren(...parts.filter(Boolean))
    heading.focus()
  }

  /** The link to share, by the means of the device where it has some, or else copied. */
  function shareOf({ title, texts, browser_url: url }) {
    const link = linked(texts.share, url, 'turnout-button', true)
    if (!link) return undefined
    const told = element('span', 'turnout-notice')
    told.setAttribute('role', 'status')
    link.addEventListener('click', async (click) => {
      const { share, clipboard } = navigator
      if (!share && !clipboard) return
      click.preventDefault()
      try {
        await (share ? navigator.share({ title, url }) : clipboard.writeText(url))
        if (!share) told.textContent = texts.link_copied
      } catch (error) {
        if (error.name !== 'AbortError') window.open(url, '_blank', 'noopener')
      }
    })
    return element('p', 'turnout-share', link, ' ', told)
  }

  /** Says beside an input what is wrong with it, or takes away what was said. */
  function explain(input, isWrong, texts) {
    input.nextElementSibling?.remove()
    if (!isWrong) {
      input.removeAttribute('aria-invalid')
      return input.removeAttribute('aria-describedby')
    }
    const said = input.name.startsWith('answer_') ? texts.wrong_answer : texts[`wrong_${input.name}`]
    input.after(faultOf([input], (said || texts.wrong_entry).replace('{most}', input.max || input.dataset.most)))
  }

  /** Does the same below the boxes of a question. */
  function explainGroup(group, wrong, texts) {
    group.querySelector('.turnout-fault')?.remove()
    const inputs = [...group.querySelectorAll('input')]
    if (wrong.includes(inputs[0].name)) return group.append(faultOf(inputs, texts.wrong_answer))
    for (const input of inputs) {
      input.removeAttribute('aria-invalid')
      input.removeAttribute('aria-describedby')
    }
  }

  /** Returns what is wrong with some inputs, which name it. */
  function faultOf(inputs, said) {
    const fault = element('span', 'turnout-fault', said)
    fault.id = `turnout-${++faults}`
    for (const input of inputs) {
      input.setAttribute('aria-invalid', 'true')
      input.setAttribute('aria-describedby', fault.id)
    }
    return fault
  }

  /** The inputs of a question of the event. A browser cannot require one of several boxes: the service does. */
  function asked({ id, title, type, choices, required }, texts) {
    const label = required ? title : `${title} (${texts.optional_answer})`
    const name = `answer_${id}`
    const needed = required ? { required: '' } : {}
    if (type === 'text') return field(label, name, { ...needed, maxlength: '2000' })
    const box = (kind, value, text) =>
      element('label', 'turnout-box', inputOf({ type: kind, name, value, ...needed }), ' ', text)
    const group = 'turnout-terms turnout-question'
    if (type === 'checkbox') return element('p', group, box('checkbox', 'yes', label))
    if (type === 'multiple_choice') delete needed.required
    const kind = type === 'single_choice' ? 'radio' : 'checkbox'
    return element(
      'fieldset',
      group,
      element('legend', '', label),
      ...choices.map((choice) => box(kind, choice, choice)),
    )
  }

  function field(label, name, attributes) {
    return element('label', 'turnout-field', label, inputOf({ name, maxlength: '200', ...attributes }))
  }

  function inputOf(attributes) {
    const input = document.createElement('input')
    for (const [key, value] of Object.entries(attributes)) input.setAttribute(key, value)
    return input
  }

  /** An input that people do not see. A program that fills it in has to prove work. */
  function unseen(texts) {
    const made = field(texts.leave_empty, 'website_2', { autocomplete: 'off', tabindex: '-1' })
    made.hidden = true
    // A theme of the site that shows all labels would win against the attribute.
    made.style.setProperty('display', 'none', 'important')
    return made
  }

  /** Returns what the link to this page names: its source, or the code of a friend. */
  const named = (name) => new URLSearchParams(window.location.search).get(name) || ''

  /** Returns the terms beside the form's button, with their id, which shows what the visitor has read. */
  function termsBeside({ id, text, opt_in_text: optIn, privacy_policy_url: policy }, texts) {
    const hidden = inputOf({ type: 'hidden', name: 'consent', value: id })
    const link = linked(texts.privacy_policy, policy, '', true)
    const box = optIn && inputOf({ type: 'checkbox', name: 'opt_in', value: 'yes' })
    return element(
      'div',
      'turnout-terms',
      element('p', '', text, link && ' ', link),
      box && element('label', 'turnout-box', box, ' ', optIn),
      hidden,
    )
  }

  /** The texts of refusals, by status. */
  const REFUSED = { 400: 'check_entries', 409: 'full', 429: 'too_many' }

  /** The same by the code of a fault that says what has become of the event. */
  const OF_EVENT = {
    event_cancelled: 'cancelled',
    event_over: 'over',
    rsvps_not_open: 'not_open',
    rsvps_closed: 'closed',
  }

  /** Number of faults that were shown, for ids of their own. */
  let faults = 0

  /**
   * Records an attendance. The request is a simple one: a browser sends it to another site without asking first.
   * Where many come in, the service asks for a proof of work, which is sent with the repetition.
   * @param work called before the proof of work
   * @returns the outcome in a sentence, where the visitor stands,
   *   the instructions for attendees, the names of inputs that are wrong
   */
  async function record(address, entered, texts, work) {
    try {
      let { response, answer } = await send(address, entered)
      // A proof counts once: where the answer to it was lost, its repetition is asked for another.
      for (let proofs = 0; proofs < 2 && answer.challenge && window.crypto.subtle; proofs++) {
        work()
        entered.set('altcha', await solve(answer.challenge))
        ;({ response, answer } = await send(address, entered))
      }
      const standing = Object.keys(answer).find((name) => name.endsWith(':standing'))
      // Without one, the answer is not the service's: something between has made it.
      if (response.ok && standing) {
        return { ...answer, standing: answer[standing], said: texts.recorded }
      }
      const { consent } = answer
      const refused = entered.get('guests') > 0 ? { ...REFUSED, 409: 'full_for_guests' } : REFUSED
      const why = consent ? 'terms_changed' : refused[response.status] || 'not_recorded'
      const ofEvent = codesIn(answer).map((code) => OF_EVENT[code])[0]
      return { said: texts[ofEvent || why], consent, wrong: inputsIn(answer) }
    } catch {
      return { said: texts.not_recorded }
    }
  }

  /** Pauses before the repetitions of a request, give or take half: in a rush, browsers come back one by one. */
  const PAUSES_MS = [1000, 3000]

  /**
   * Sends an RSVP. One that was not taken is sent again: the service keeps it once, however often it comes.
   * @returns the last answer
   * @throws where the network gave none
   */
  async function send(address, entered, [pause_ms, ...others] = PAUSES_MS) {
    const body = new URLSearchParams(entered)
    const request = { method: 'POST', credentials: 'omit', headers: { accept: 'application/json' }, body }
    const response = await fetch(address, request).catch(() => undefined)
    const answer = (await response?.json().catch(() => undefined)) ?? {}
    // Without an error of the service's own, the gateway before it had no room.
    const isTurnedAway = response?.status === 429 && !answer['osdi:error']
    if (pause_ms && (!response || response.status >= 500 || isTurnedAway)) {
      await new Promise((resolve) => window.setTimeout(resolve, pause_ms * (0.5 + Math.random())))
      return send(address, entered, others)
    }
    if (!response) throw new Error('No answer')
    return { response, answer }
  }

  /** Numbers that are tried at once: a browser works on them in parallel. */
  const AT_ONCE = 8

  /** Solves a challenge of ALTCHA's protocol: finds the number whose key begins as the challenge says. */
  async function solve({ parameters, signature }) {
    for (let first = 0; ; first += AT_ONCE) {
      const numbers = Array.from({ length: AT_ONCE }, (_, i) => first + i)
      const keys = await Promise.all(numbers.map((number) => keyOf(number, parameters)))
      const found = keys.findIndex((key) => key.startsWith(parameters.keyPrefix))
      if (found === -1) continue
      const solution = { counter: numbers[found], derivedKey: keys[found] }
      return window.btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
    }
  }

  async function keyOf(number, { nonce, salt, cost, keyLength }) {
    const { subtle } = window.crypto
    const password = new Uint8Array([...bytesOf(nonce), ...bytesOf(number.toString(16).padStart(8, '0'))])
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
    const bytes = new Uint8Array(await subtle.deriveBits(how, key, keyLength * 8))
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16))

  const faultsIn = ({ 'osdi:error': error }) =>
    (error?.resource_status ?? []).flatMap(({ error_descriptions: all }) => all)

  const codesIn = (answer) => faultsIn(answer).map(({ error_code: code }) => code)

  /** The names of the inputs that a refusal is about. */
  const inputsIn = (answer) => faultsIn(answer).flatMap(({ properties }) => properties)

  /** An element of texts and other elements; what is empty is left out. */
  function element(name, className, ...children) {
    const made = document.createElement(name)
    if (className) made.className = className
    made.append(...children.filter(Boolean))
    return made
  }

  const notice = (text, spoken) => inItsLanguage(element('p', 'turnout-notice', text), spoken)

  /** Marks an element with texts of the service, where these are in another language than the event. */
  function inItsLanguage(made, spoken) {
    if (spoken && isInOther(spoken)) {
      made.lang = spoken.texts_language
      made.dir = 'auto'
    }
    return made
  }

  const isInOther = ({ language, texts_language: own }) => own !== language && own !== language.split('-')[0]

  /** A text that leads to a web address; where there is none, the text alone, or nothing. */
  function linked(text, address, className = '', onlyAsLink = false) {
    if (!/^https?:\/\//i.test(address || '')) return onlyAsLink ? undefined : text
    const made = element('a', className, text)
    made.href = address
    made.target = '_blank'
    made.rel = 'noopener noreferrer nofollow'
    return made
  }

  const begin = () => (showAll(), enhanceForms(), tellViewersTimes())
  begin()
  // The targets of a page that is still being read may stand below.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
})()
