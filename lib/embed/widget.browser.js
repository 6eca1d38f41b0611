/*
 * Turnout's widget: shows an event, or the events of a campaign, wherever a page has a target for it. It runs as
 * it stands, in pages that we know nothing of: no framework, no style of its own, and one global, by which its
 * copies in a page find each other. All it takes as HTML is what the server has sanitised.
 */
;(() => {
  'use strict'

  const script = document.currentScript
  if (!script || !script.src) return
  /** Where this copy came from, and the only place that it shows anything from. */
  const base = script.src.replace(/\/widget\.js([?#].*)?$/, '/')
  const copies = (window.turnoutEmbeds = window.turnoutEmbeds || {})
  if (typeof copies[base] === 'function') return copies[base]()
  copies[base] = showAll

  const ADDRESS = /^(events|event_campaigns)\/[0-9a-f-]{36}$/

  function showAll() {
    for (const target of document.querySelectorAll('[data-turnout-embed]:not([data-turnout-state])')) {
      const address = target.getAttribute('data-turnout-embed')
      if (!address.startsWith(base) || !ADDRESS.test(address.slice(base.length))) continue
      target.setAttribute('data-turnout-state', 'loading')
      void load(target, address)
    }
  }

  async function load(target, address) {
    try {
      const response = await fetch(address, { credentials: 'omit' })
      if (!response.ok) throw new Error(response.statusText)
      const data = await response.json()
      const view = target.getAttribute('data-turnout-view')
      target.replaceChildren(Array.isArray(data.events) ? campaignOf(data, view) : eventOf(data, view))
      target.setAttribute('data-turnout-state', 'shown')
    } catch {
      target.replaceChildren(notice('This cannot be shown right now.'))
      target.setAttribute('data-turnout-state', 'failed')
    }
  }

  function eventOf(event, view) {
    const helper = event.browser_rsvps && linkTo(event, ':rsvp_form')
    // For a page that says itself what the event is.
    const cancelled = event.status === 'cancelled' && notice('This event is cancelled.')
    if (view === 'form')
      return helper ? formTo(helper.href) : cancelled || notice('RSVPs are not taken here.')
    return element(
      'article',
      'turnout turnout-event',
      element('h3', 'turnout-title', linked(event.title, event.browser_url)),
      cancelled,
      ...timeAndPlace(event),
      view === 'full' && sanitised(event.description),
      helper
        ? formTo(helper.href)
        : linked('More about this event', event.browser_url, 'turnout-button', true),
    )
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
        event.status === 'cancelled' && notice('This event is cancelled.'),
        ...timeAndPlace(event),
      ),
    )
    return element(
      'section',
      'turnout turnout-campaign',
      element('h3', 'turnout-title', linked(campaign.title, campaign.browser_url)),
      view === 'full' && sanitised(campaign.description),
      events.length > 0 ? element('ul', 'turnout-events', ...events) : notice('No events yet.'),
    )
  }

  /** HTML that the server has sanitised. */
  function sanitised(html) {
    if (!html) return undefined
    const made = element('div', 'turnout-description')
    made.innerHTML = html
    return made
  }

  function timeAndPlace({ start_date: start, end_date: end, location }) {
    const time = start && element('time', '', period(start, end))
    if (time) time.dateTime = start.replace(/Z$/, '')
    const { venue, address_lines: lines = [], locality, region, postal_code } = location
    const parts = [venue, ...lines, locality, [region, postal_code].filter(Boolean).join(' ')]
    const address = parts.filter(Boolean).join(', ')
    return [time && element('p', 'turnout-time', time), address && element('p', 'turnout-place', address)]
  }

  /** Times are the wall clock at the venue, written with a nominal Z: they are shown as they stand. */
  function period(start, end) {
    const page = document.documentElement.lang
    const language = /^en-[a-z]{2}$/i.test(page) ? page : 'en-US'
    const day = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' }
    const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }
    const format = (time, parts) => new Date(time).toLocaleString(language, parts)
    const from = format(start, { ...day, ...clock })
    if (!end || end <= start) return from
    const isSameDay = start.slice(0, 10) === end.slice(0, 10)
    return `${from} – ${format(end, isSameDay ? clock : { ...day, ...clock })}`
  }

  function formTo(address) {
    const form = element(
      'form',
      'turnout-form',
      field('Given name', 'given_name', { autocomplete: 'given-name' }),
      field('Family name', 'family_name', { autocomplete: 'family-name' }),
      field('Email (required)', 'email', {
        ...{ autocomplete: 'email', type: 'email', required: '' },
        // The service refuses an address without a domain; the browser by itself does not.
        ...{ pattern: '[^@]+@[^@]+[.][^@.]{2,}', title: 'name@example.org' },
      }),
      field('Postal code', 'postal_code', { autocomplete: 'postal-code' }),
      unseen(),
      element('button', '', 'RSVP'),
      element('p', 'turnout-notice'),
    )
    const [button, notice] = [form.querySelector('button'), form.lastChild]
    notice.setAttribute('role', 'status')
    form.addEventListener('submit', async (submission) => {
      submission.preventDefault()
      button.disabled = true
      notice.textContent = 'Sending …'
      const {
        said,
        instructions,
        wrong = [],
      } = await record(
        address,
        new FormData(form),
        () => (notice.textContent = 'Many people are answering. This takes a few seconds …'),
      )
      notice.textContent = said
      if (said === RECORDED) return form.replaceChildren(...[notice, sanitised(instructions)].filter(Boolean))
      button.disabled = false
      for (const input of form.elements) if (input.name) explain(input, wrong.includes(input.name))
      form.querySelector('[aria-invalid]')?.focus()
    })
    return form
  }

  /** Says beside an input what is wrong with it, or takes away what was said. */
  function explain(input, isWrong) {
    input.nextElementSibling?.remove()
    if (!isWrong) {
      input.removeAttribute('aria-invalid')
      return input.removeAttribute('aria-describedby')
    }
    const fault = element('span', 'turnout-fault', WRONG[input.name] || WRONG.other)
    fault.id = `turnout-${++faults}`
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', fault.id)
    input.after(fault)
  }

  function field(label, name, attributes) {
    const input = document.createElement('input')
    for (const [key, value] of Object.entries({ name, maxlength: '200', ...attributes }))
      input.setAttribute(key, value)
    return element('label', 'turnout-field', label, input)
  }

  /** An input that people do not see. A program that fills it in has to prove work. */
  function unseen() {
    const made = field('Leave this empty', 'website_2', { autocomplete: 'off', tabindex: '-1' })
    made.hidden = true
    return made
  }

  const RECORDED = 'Thank you: your RSVP is recorded.'
  const AGAIN = 'Your RSVP was not recorded. Please try again later.'
  const REFUSED = {
    400: 'Your RSVP was not recorded. Please check what you entered.',
    409: 'This event is full.',
    429: 'Too many RSVPs came from here. Please try again in a minute.',
  }

  /** How many faults were shown, for ids of their own. */
  let faults = 0
  const WRONG = {
    email: 'Enter an email address, such as name@example.org.',
    phone: 'Enter a phone number with 7 to 15 digits.',
    other: 'Enter at most 200 characters.',
  }

  /**
   * Records an attendance. The request is a simple one: a browser sends it to another site without asking first.
   * Where many come in, the service asks for a proof of work, which is sent with the repetition.
   * @param work called before the proof of work
   * @returns the outcome in a sentence, the instructions for attendees, the names of inputs that are wrong
   */
  async function record(address, entered, work) {
    try {
      let { response, answer } = await send(address, entered)
      if (response.status === 429 && answer.challenge && window.crypto.subtle) {
        work()
        entered.set('altcha', await solve(answer.challenge))
        ;({ response, answer } = await send(address, entered))
      }
      if (response.ok) return { ...answer, said: RECORDED }
      return { said: REFUSED[response.status] || AGAIN, wrong: inputsIn(answer) }
    } catch {
      return { said: AGAIN }
    }
  }

  async function send(address, entered) {
    const response = await fetch(address, {
      method: 'POST',
      credentials: 'omit',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(entered),
    })
    return { response, answer: await response.json().catch(() => ({})) }
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

  /** The names of the inputs that a refusal is about. */
  const inputsIn = ({ 'osdi:error': error }) =>
    (error?.resource_status ?? []).flatMap(({ error_descriptions: all }) =>
      all.flatMap(({ properties }) => properties),
    )

  /** An element of texts and other elements; what is empty is left out. */
  function element(name, className, ...children) {
    const made = document.createElement(name)
    if (className) made.className = className
    made.append(...children.filter(Boolean))
    return made
  }

  const notice = (text) => element('p', 'turnout-notice', text)

  /** A text that leads to a web address; where there is none, the text alone, or nothing. */
  function linked(text, address, className = '', onlyAsLink = false) {
    if (!/^https?:\/\//i.test(address || '')) return onlyAsLink ? undefined : text
    const made = element('a', className, text)
    made.href = address
    made.target = '_blank'
    made.rel = 'noopener noreferrer nofollow'
    return made
  }

  showAll()
  // The targets of a page that is still being read may stand below.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showAll)
})()
