/*
 * The door without a network: a tap is kept in this browser until the service has it. A tap says which state is wanted,
 * so sending it again, or from two devices, does no harm. Without this script every tap is a form.
 */
;(function () {
  'use strict'
  const lists = document.getElementById('door-lists')
  const status = document.querySelector('[data-waiting]')
  if (!lists || !status) return
  const KEY = 'door ' + window.location.pathname
  const RETRY_MS = 3000

  /**
   * The taps that the service does not have yet, by the addresses of their forms. Others may read this browser later:
   * a tap has ids alone, neither the token of the session nor what was searched for.
   */
  const waiting = () => JSON.parse(window.localStorage.getItem(KEY) || '{}')
  const keep = (taps) => window.localStorage.setItem(KEY, JSON.stringify(taps))

  const change = (action, body) => {
    const taps = waiting()
    if (body) taps[action] = body
    else delete taps[action]
    keep(taps)
    const count = Object.keys(taps).length
    status.textContent = count > 0 ? status.dataset.waiting.replace('{count}', count) : ''
  }

  /** Shows a guest as a tap wants it, and counts it. */
  const apply = (form, attended) => {
    const isHere = attended === 'yes'
    const wasHere = form.elements.attended.value === 'no'
    const here = document.querySelector('[data-here]')
    const people = lists.dataset.inPeople ? Number(form.dataset.people) : 1
    here.textContent = Number(here.textContent) + (Number(isHere) - Number(wasHere)) * people
    const button = form.querySelector('button')
    const text = isHere ? lists.dataset.undo : lists.dataset.checkIn
    form.elements.attended.value = isHere ? 'no' : 'yes'
    button.textContent = text
    button.className = isHere ? 'btn' : 'btn main'
    button.setAttribute('aria-label', text + ': ' + form.dataset.name)
    form.querySelector('strong').hidden = !isHere
    // The newest is the first, where it can be undone.
    lists.querySelector(`[data-list=${isHere ? 'here' : 'to-come'}]`).prepend(form.closest('li'))
  }

  // A tap is sent with the token of this page: the session in which it was made may have ended.
  const token = () => document.querySelector('input[name="form_token"]').value

  let isSending = false
  async function send() {
    if (isSending) return
    isSending = true
    try {
      for (const [action, body] of Object.entries(waiting())) {
        const answer = await fetch(action, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new window.URLSearchParams({ form_token: token(), attended: body.attended }),
        })
        // The session has ended: the taps wait until a member has signed in again.
        if (answer.redirected) window.location.reload()
        if (answer.status >= 500 || answer.status === 403 || answer.redirected) return
        if (JSON.stringify(waiting()[action]) === JSON.stringify(body)) change(action, undefined)
      }
    } catch {
      // There is no network. The next attempt comes soon.
    } finally {
      isSending = false
    }
  }

  lists.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target
    const body = { attended: form.elements.attended.value }
    apply(form, body.attended)
    change(form.action, body)
    void send()
  })
  for (const [action, body] of Object.entries(waiting()))
    for (const form of lists.querySelectorAll('form')) if (form.action === action) apply(form, body.attended)
  // The list is narrowed while one types; of an event with many guests, the service finds them.
  const field = document.querySelector('main input[name=find]')
  const folded = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  let timer
  async function search() {
    const words = folded(field.value).split(/\s+/).filter(Boolean)
    if (lists.dataset.search === 'here') {
      for (const guest of lists.querySelectorAll('li')) {
        const name = folded((guest.querySelector('[data-name]') || guest).dataset.name || '')
        guest.hidden = !words.every((word) => name.includes(word))
      }
      return
    }
    const address =
      window.location.pathname + (field.value.trim() ? '?find=' + encodeURIComponent(field.value.trim()) : '')
    const asked = field.value
    const answer = await fetch(address).catch(() => undefined)
    if (!answer || !answer.ok || answer.redirected || asked !== field.value) return
    const page = new window.DOMParser().parseFromString(await answer.text(), 'text/html')
    const found = page.getElementById('door-lists')
    if (found) lists.innerHTML = found.innerHTML
    for (const [action, body] of Object.entries(waiting()))
      for (const form of lists.querySelectorAll('form'))
        if (form.action === action && form.elements.attended.value === body.attended)
          apply(form, body.attended)
  }
  field.addEventListener('input', () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(search, lists.dataset.search === 'here' ? 0 : 150)
  })
  window.addEventListener('online', send)
  window.setInterval(send, RETRY_MS)
  void send()
})()
