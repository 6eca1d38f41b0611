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
    const helper = event.browser_rsvps && event._links['osdi:record_attendance_helper']
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
      element('button', '', 'RSVP'),
      element('p', 'turnout-notice'),
    )
    const [button, notice] = [form.querySelector('button'), form.lastChild]
    notice.setAttribute('role', 'status')
    form.addEventListener('submit', async (submission) => {
      submission.preventDefault()
      button.disabled = true
      notice.textContent = 'Sending …'
      const { said, instructions } = await record(address, new FormData(form))
      notice.textContent = said
      if (said === RECORDED) form.replaceChildren(...[notice, sanitised(instructions)].filter(Boolean))
      else button.disabled = false
    })
    return form
  }

  function field(label, name, attributes) {
    const input = document.createElement('input')
    for (const [key, value] of Object.entries({ name, maxlength: '200', ...attributes }))
      input.setAttribute(key, value)
    return element('label', 'turnout-field', label, input)
  }

  const RECORDED = 'Thank you: your RSVP is recorded.'
  const AGAIN = 'Your RSVP was not recorded. Please try again later.'
  const REFUSED = {
    400: 'Your RSVP was not recorded. Please check what you entered.',
    409: 'This event is full.',
    429: 'Too many RSVPs came from here. Please try again in a minute.',
  }

  /** Records an attendance, and shows the outcome in a sentence, with the instructions for attendees. */
  async function record(address, entered) {
    const value = (name) => String(entered.get(name)).trim()
    const person = {
      ...(value('given_name') && { given_name: value('given_name') }),
      ...(value('family_name') && { family_name: value('family_name') }),
      email_addresses: [{ address: value('email') }],
      ...(value('postal_code') && { postal_addresses: [{ postal_code: value('postal_code') }] }),
    }
    try {
      const response = await fetch(address, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ person }),
      })
      if (!response.ok) return { said: REFUSED[response.status] || AGAIN }
      return { ...(await response.json().catch(() => ({}))), said: RECORDED }
    } catch {
      return { said: AGAIN }
    }
  }

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
