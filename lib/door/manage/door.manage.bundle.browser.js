/*
 * The door with all its guests on the device: the list is narrowed while one types, and taps are kept until the service
 * has them. A tap counts people and has a name of its own: sending it again does no harm, and taps of several devices
 * add up. Without this script, the search and every tap are forms.
 */
import { foldedName } from '../../texts/words.js'
;(function () {
  'use strict'
  const door = document.getElementById('door')
  const lists = document.getElementById('door-lists')
  if (!door || !lists) return
  const { path, worker, lang } = door.dataset
  const texts = JSON.parse(door.dataset.texts)
  const query = new window.URLSearchParams(window.location.search)
  const TAPS = 'door ' + path
  const SOUND = 'door sound'
  const CACHE = 'door'
  const RETRY_MS = 3000
  const LOOK_MS = 15_000
  const ANSWER_MS = 10_000
  const KEPT_MS = 3 * 86_400_000
  const ROWS = 60
  const MOST_CHOICES = 30
  const AT_ONCE = 3
  const part = (name) => door.querySelector(`[data-${name}]`)
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])
  const number = new Intl.NumberFormat(lang)

  /** Guests by id, as the service last said; taps that it does not have yet are on top of that. */
  const guests = new Map()
  /** The place in the list up to which all guests are here, and the time since which changes are to be asked for. */
  let upTo = 0
  let since
  let isWhole = false
  const sorting = new Intl.Collator(lang)
  const inOrder = []
  let isInOrder = true

  /** Number of taps that the service has answered. What is asked for before the last of them may be older than it. */
  let answered = 0
  let hasOlder = false

  /**
   * Takes what the service says of guests.
   * @param asked the number of answered taps when it was asked for
   * @returns whether anything differs from before
   */
  function take(rows, asked = answered) {
    let isNews = false
    for (const row of rows) {
      const [id, name, party, there, status, answers = [], offered = []] = row
      const text = JSON.stringify(row)
      let guest = guests.get(id)
      if (guest?.text === text) continue
      if (guest?.tapped > asked) {
        hasOlder = true
        continue
      }
      isNews = true
      if (!guest) inOrder.push((guest = {}))
      if (guest.name !== name) isInOrder = false
      const words = guest.name === name ? guest.words : foldedName(name)
      guests.set(id, Object.assign(guest, { id, name, party, there, status, answers, offered, text, words }))
    }
    return isNews
  }

  /** All guests by name. Few are out of order after the first time, which is sorted fast. */
  function sorted() {
    if (!isInOrder) inOrder.sort((one, other) => sorting.compare(one.name, other.name))
    isInOrder = true
    return inOrder
  }

  /* Taps */

  /**
   * The taps that the service does not have yet, oldest first. Others may read this browser later: a tap has ids alone,
   * neither the token of the session nor a name.
   */
  const taps = () => {
    const kept = JSON.parse(window.localStorage.getItem(TAPS) || '[]')
    return Array.isArray(kept) ? kept : []
  }
  const keep = (changed) => window.localStorage.setItem(TAPS, JSON.stringify(changed))
  const clamp = (people, party) => Math.max(0, Math.min(party, people))

  /** Number of people who are there with the taps that wait. */
  const countThere = (guest, waiting) =>
    waiting.get(guest.id)?.reduce((there, people) => clamp(there + people, guest.party), guest.there) ?? guest.there

  /** Numbers of people of the taps that wait, by guest. */
  function byGuest(waiting) {
    const people = new Map()
    for (const each of waiting) people.set(each.guest, [...(people.get(each.guest) || []), each.people])
    return people
  }

  const newId = () =>
    Array.from(window.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

  // A tap is sent with a token of the session that is open: the one in which it was made may have ended.
  const token = () => door.querySelector('input[name="form_token"]').value

  async function renewToken() {
    const found = await fetch(path, { redirect: 'manual' })
    // The session has ended: the taps wait until a member has signed in again.
    if (found.type === 'opaqueredirect') return window.location.reload()
    const page = new window.DOMParser().parseFromString(await found.text(), 'text/html')
    const fresh = page.querySelector('#door input[name="form_token"]')
    if (fresh) for (const input of document.querySelectorAll('input[name="form_token"]')) input.value = fresh.value
  }

  let isSending = false
  async function send() {
    if (isSending || taps().length === 0) return
    isSending = true
    const before = answered
    try {
      for (let tap = taps()[0]; tap; tap = taps()[0]) {
        const answer = await fetch(`${path}/${tap.guest}`, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new window.URLSearchParams({ form_token: token(), id: tap.id, people: tap.people }),
          redirect: 'manual',
        })
        if (answer.type === 'opaqueredirect') return window.location.reload()
        if (answer.status === 403) return await renewToken()
        if (answer.status >= 500 || answer.status === 429) return
        const row = answer.ok ? await answer.json() : []
        keep(taps().filter(({ id }) => id !== tap.id))
        if (row.length > 0) take([row])
        const guest = guests.get(tap.guest)
        if (guest) guest.tapped = ++answered
        if (answer.ok || !guest) renderCounts()
        else {
          render()
          say('warn', guest, texts.notCounted, {})
        }
      }
    } catch {
      // There is no network. The next attempt comes soon.
    } finally {
      isSending = false
      // Counts of the service are kept at once: a reload without a network may come.
      if (answered > before) await writeKept()
    }
  }

  /* Lists */

  const field = door.querySelector('input[name=find]')
  const limits = { 'to-come': ROWS, here: ROWS }
  /** The ids of guests whom the service has found by an email or a phone number, or a code has named. */
  let asked
  const recent = new Map()
  const choice = door.querySelector('select[name=answer]')

  const isContact = (text) => text.includes('@') || (text.match(/\d/g) || []).length > 4

  /** Whether a guest is one of those asked for: every word begins a word of the name, or is within one. */
  const isFound = (words) => (guest) =>
    asked
      ? asked.has(guest.id)
      : words.every((word) => guest.words.includes(word)) && (!choice?.value || guest.offered.includes(choice.value))
  const begins = (words) => (guest) =>
    words.every((word) => guest.words.startsWith(word) || guest.words.includes(' ' + word))

  /** Takes those apart of whom something holds. All guests are seldom sorted: there may be tens of thousands. */
  function apart(rows, holds) {
    const [those, others] = [[], []]
    for (const row of rows) (holds(row) ? those : others).push(row)
    return [those, others]
  }
  const firstOf = (rows, isFirst) => (isFirst ? [].concat(...apart(rows, isFirst)) : rows)

  function render() {
    if (isWhole) part('newest')?.remove()
    const waiting = byGuest(taps())
    const text = field.value.trim()
    const words = foldedName(text).split(/\s+/).filter(Boolean)
    const found = firstOf(sorted().filter(isFound(words)), words.length > 0 && !asked && begins(words))
    const by = { 'to-come': [], here: [], apart: [] }
    for (const guest of found) {
      const there = countThere(guest, waiting)
      if (guest.status === 'accepted' && there < guest.party) by['to-come'].push([guest, there])
      else by[there > 0 ? 'here' : 'apart'].push([guest, there])
    }
    // Guests who have just come are the first, where it can be undone.
    const [latest, before] = apart(by.here, ([guest]) => recent.has(guest.id))
    latest.sort(([one], [other]) => recent.get(other.id) - recent.get(one.id))
    by.here = latest.concat(before)
    for (const list of ['to-come', 'here']) {
      fillList(list, by[list].slice(0, limits[list]), words)
      part(`more="${list}"`).hidden = by[list].length <= limits[list]
    }
    fillList('apart', by.apart.slice(0, ROWS), words)
    part('apart').hidden = by.apart.length === 0
    part('apart-count').textContent = fill(texts.apart, { count: number.format(by.apart.length) })
    part('apart').open = by['to-come'].length + by.here.length === 0 && text !== ''
    const none = part('none')
    none.hidden = found.length > 0 || (guests.size === 0 && !text)
    none.textContent = query.get('guest') && asked ? texts.foreign : texts.none
    renderCounts()
  }

  /** Counts people, if all guests are on this device; else the numbers are those of the page. */
  function renderCounts() {
    const waiting = taps()
    part('waiting').hidden = waiting.length === 0
    const people = byGuest(waiting)
    part('waiting').textContent = fill(texts.waiting, { count: number.format(people.size) })
    if (!isWhole) return
    let [here, expected] = [0, 0]
    for (const guest of guests.values()) {
      here += countThere(guest, people)
      if (guest.status === 'accepted') expected += guest.party
    }
    part('here').textContent = number.format(here)
    part('expected').textContent = fill(texts.ofPeople, { count: number.format(expected) })
  }

  const templates = {
    guest: part('row="guest"').content.firstElementChild,
    apart: part('row="apart"').content.firstElementChild,
  }

  function fillList(list, rows, words) {
    const element = lists.querySelector(`[data-list="${list}"]`)
    element.replaceChildren(
      ...rows.map(([guest, there]) =>
        list === 'apart' ? apartRow(guest, words) : guestRow(guest, there, list, words),
      ),
    )
  }

  const badge = (guest) => (guest.status === 'accepted' ? '' : texts.statuses[guest.status])

  function guestRow(guest, there, list, words) {
    const row = templates.guest.cloneNode(true)
    const form = row.querySelector('form')
    row.id = row.dataset.guest = guest.id
    form.action = `${path}/${guest.id}`
    name(row, guest, words)
    const party = guest.party > 1 && fill(there > 0 ? texts.partyIn : texts.party, { party: guest.party, there })
    row.querySelector('[data-note]').textContent = [party, badge(guest)].filter(Boolean).join(' · ')
    for (const line of [...guest.answers].reverse())
      row.querySelector('[data-note]').after(
        Object.assign(document.createElement('span'), {
          className: 'small quiet line-of',
          textContent: line,
        }),
      )
    row.querySelector('[data-more-answers]')?.setAttribute('href', `${path}?guest=${guest.id}`)
    const button = form.querySelector('button')
    const isIn = list === 'here'
    const text = isIn ? texts.undo : texts.checkIn
    button.className = isIn ? 'btn' : 'btn main'
    button.textContent = text
    button.setAttribute('aria-label', `${text}: ${guest.name}`)
    const people = form.elements.people
    people.value = isIn ? -there : guest.party - there
    if (!isIn && guest.party - there > 1) people.replaceWith(choices(guest, guest.party - there))
    return row
  }

  function choices(guest, left) {
    const select = document.createElement('select')
    select.className = 'input short'
    select.name = 'people'
    select.setAttribute('aria-label', `${texts.howMany}: ${guest.name}`)
    for (let people = 1; people < Math.min(left, MOST_CHOICES); people++) select.add(new window.Option(people, people))
    select.add(new window.Option(left, left, true, true))
    return select
  }

  function apartRow(guest, words) {
    const row = templates.apart.cloneNode(true)
    row.id = row.dataset.guest = guest.id
    name(row, guest, words)
    row.querySelector('[data-badge]').textContent = badge(guest)
    const link = row.querySelector('a')
    link.href = `${path}?guest=${guest.id}`
    link.setAttribute('aria-label', `${texts.ask}: ${guest.name}`)
    return row
  }

  /** Writes a name, with the letters that were typed marked. */
  function name(row, guest, words) {
    const element = row.querySelector('.name')
    const plain = foldedName(guest.name)
    const word = words.find((each) => plain.includes(each))
    const at = word && plain.length === guest.name.length ? plain.indexOf(word) : -1
    if (at === -1 || asked) return (element.textContent = guest.name)
    const highlight = document.createElement('mark')
    highlight.textContent = guest.name.slice(at, at + word.length)
    return element.replaceChildren(guest.name.slice(0, at), highlight, guest.name.slice(at + word.length))
  }

  /* Answers */

  const answer = part('answer')
  const undo = answer.querySelector('[data-answer-undo]')
  const more = answer.querySelector('[data-answer-more]')
  let closing
  let pressed = {}

  function say(kind, guest, text, buttons) {
    window.clearTimeout(closing)
    answer.hidden = false
    answer.className = `answer ${kind}`.trim()
    part('answer-name').textContent = guest.name
    part('answer-text').textContent = text
    pressed = buttons
    for (const [button, { label }] of [
      [undo, buttons.undo || {}],
      [more, buttons.more || {}],
    ]) {
      button.hidden = !label
      button.textContent = label || ''
    }
    if (kind !== 'warn') closing = window.setTimeout(close, ANSWER_MS)
    if (window.matchMedia('(hover: hover)').matches && kind !== 'warn') field.focus({ preventScroll: true })
    else answer.focus({ preventScroll: true })
  }
  const close = () => (answer.hidden = true)

  answer.addEventListener('click', (event) => {
    const button = event.target.closest('button')
    const press = button === undo ? pressed.undo : button === more ? pressed.more : undefined
    if (!press) return
    event.preventDefault()
    press.do()
  })

  /** Counts people of a party in, or takes them back. */
  function tap(id, people) {
    const guest = guests.get(id)
    if (!guest || !people) return
    const before = countThere(guest, byGuest(taps()))
    const there = clamp(before + people, guest.party)
    keep([...taps(), { id: newId(), guest: id, people }])
    if (people > 0) recent.set(id, recent.size)
    asked = undefined
    field.value = ''
    if (window.location.search) window.history.replaceState(null, '', path)
    query.delete('guest')
    part('all')?.remove()
    render()
    void send()
    if (people < 0) return say('plain', guest, there > 0 ? isIn(guest, there) : texts.takenBack, {})
    sound(880)
    return say('', guest, isIn(guest, there), {
      undo: { label: texts.undo, do: () => tap(id, before - there) },
      ...(there < guest.party && {
        more: { label: fill(texts.more, { people: 1 }), do: () => tap(id, 1) },
      }),
    })
  }

  const isIn = (guest, there) => (guest.party === 1 ? texts.isInAlone : fill(texts.isIn, { there, party: guest.party }))

  /** Asks before a guest comes in who has canceled or waits. */
  function ask(id) {
    const guest = guests.get(id)
    if (!guest) return
    sound(220)
    say('warn', guest, fill(texts.letIn, { name: guest.name, status: badge(guest) }), {
      more: { label: texts.checkIn, do: () => tap(id, guest.party) },
      undo: { label: texts.no, do: close },
    })
  }

  lists.addEventListener('submit', (event) => {
    const { guest } = event.target.closest('li').dataset
    event.preventDefault()
    tap(guest, Number(event.target.elements.people.value))
  })
  lists.addEventListener('click', (event) => {
    const link = event.target.closest('[data-list="apart"] a')
    if (link) {
      event.preventDefault()
      ask(link.closest('li').dataset.guest)
    }
    const button = event.target.closest('[data-more]')
    if (button) {
      limits[button.dataset.more] += 4 * ROWS
      render()
    }
  })

  /* The network */

  let isReachable = false
  function show(isOffline) {
    for (const note of door.querySelectorAll('[data-offline]')) note.hidden = !isOffline
  }
  show(!navigator.onLine)
  window.addEventListener('offline', () => show(true))

  // Everything but a tap is sent as a form, whose page would be lost without a network: look for one first.
  door.addEventListener('submit', async (event) => {
    const form = event.target
    if (form.method !== 'post' || lists.contains(form) || isReachable) return
    event.preventDefault()
    try {
      await fetch(worker, { cache: 'no-store' })
      isReachable = true
      form.requestSubmit(event.submitter)
    } catch {
      show(true)
    } finally {
      isReachable = false
    }
  })

  /* The sound */

  const switching = part('sound')
  const isLoud = () => window.localStorage.getItem(SOUND) === 'on'
  let audio
  function sound(pitch) {
    const Audio = window.AudioContext
    if (!isLoud() || !Audio) return
    audio ??= new Audio()
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.2, audio.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25)
    tone.connect(volume).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + 0.25)
  }
  const renderSound = () => switching.setAttribute('aria-pressed', String(isLoud()))
  switching.hidden = !window.AudioContext
  switching.addEventListener('click', () => {
    window.localStorage.setItem(SOUND, isLoud() ? 'off' : 'on')
    renderSound()
    sound(880)
  })
  renderSound()

  /* The guests on this device */

  const kept = part('kept')
  /** Places from which whole parts have been read while others are missing: they are not read again. */
  const partsRead = new Set()
  const cache = () => (window.caches ? window.caches.open(CACHE) : Promise.reject(new Error('No cache')))

  async function readKept() {
    try {
      const found = await (await cache()).match(path + '/guests')
      const data = found && (await found.json())
      if (!data) return
      if (Date.now() - Date.parse(data.since) > KEPT_MS) return void (await (await cache()).delete(path + '/guests'))
      take(data.rows)
      since = data.since
      upTo = data.upTo
      isWhole = true
    } catch {
      // Nothing is kept, or this browser keeps nothing.
    }
  }

  async function writeKept() {
    if (!isWhole) return
    try {
      const rows = inOrder.map(({ text }) => text).join()
      const headers = { 'content-type': 'application/json', 'x-kept': new Date().toISOString() }
      const text = `{"since":${JSON.stringify(since)},"upTo":${upTo},"rows":[${rows}]}`
      await (await cache()).put(path + '/guests', new window.Response(text, { headers }))
    } catch {
      // The device is full: the list is read again next time.
    }
  }

  async function read(search) {
    const asked = answered
    const answer = await fetch(`${path}/guests?${new window.URLSearchParams(search)}`, { redirect: 'manual' })
    // Too much has changed to be told: all guests are read again, and those that are here stay meanwhile.
    if (search.since && answer.status === 400) forgetPlace()
    if (!answer.ok) throw new Error('No guests')
    return { ...(await answer.json()), asked }
  }
  function forgetPlace() {
    since = undefined
    upTo = 0
    partsRead.clear()
  }

  /** Reads the guests that are not here yet, in parts. @returns whether anything is new */
  async function readOn() {
    const first = await read({ from: upTo + 1 })
    since ??= first.at
    const { total, per_part: perPart } = first
    let isNews = take(first.rows, first.asked)
    if (guests.size > 0 && !isWhole && partsRead.size === 0) render()
    let next = upTo + 1 + perPart
    const work = async () => {
      while (next <= total) {
        const from = next
        next += perPart
        if (partsRead.has(from)) continue
        const found = await read({ from })
        isNews = take(found.rows, found.asked) || isNews
        if (found.total >= from + perPart - 1) partsRead.add(from)
        kept.textContent = fill(texts.loading, {
          count: number.format(Math.min(total, upTo + (partsRead.size + 1) * perPart)),
          total: number.format(total),
        })
      }
    }
    const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
    for (const { reason } of done) if (reason) throw reason
    partsRead.clear()
    upTo = Math.max(upTo, total)
    // A device that has all of them shows its own numbers from here on.
    isNews ||= !isWhole
    isWhole = true
    return isNews
  }

  /** Reads what has changed since, also by other stewards, and the guests who have come into the list. */
  async function readChanges() {
    let [after, at, isNews] = []
    let isLonger
    hasOlder = false
    do {
      const found = await read({ since, ...(after && { after }) })
      isNews = take(found.rows, found.asked) || isNews
      isLonger = found.total > upTo
      at ??= found.at
      after = found.after
    } while (after)
    // An older row was passed over, and may hide a change by another steward: the time since stays, so it comes again.
    if (!hasOlder) since = at
    return isLonger ? (await readOn()) || isNews : isNews
  }

  let isReading = false
  async function look() {
    if (isReading || document.hidden) return
    isReading = true
    try {
      const isNews = await (upTo === 0 ? readOn() : readChanges())
      if (isNews) render()
      if (isNews) await writeKept()
      await keepPage()
      if (kept.dataset.page) kept.textContent = fill(texts.kept, { total: number.format(guests.size) })
      else kept.textContent = ''
      show(false)
    } catch (error) {
      // The session may have ended, too, which the next tap finds out.
      show(!navigator.onLine || error instanceof TypeError)
    } finally {
      isReading = false
    }
  }

  /** Keeps this page and its scripts, once for each visit. */
  async function keepPage() {
    if (kept.dataset.page || !navigator.serviceWorker) return
    await navigator.serviceWorker.register(worker, { scope: path })
    const pages = await cache()
    for (const address of [path, ...door.dataset.scripts.split(' '), ...frameScripts()]) {
      const found = await fetch(address, { redirect: 'manual' })
      if (!found.ok) return
      await pages.put(address, found)
    }
    kept.dataset.page = 'kept'
  }
  const frameScripts = () =>
    [...document.head.querySelectorAll('script[src]')].map(({ src }) => new window.URL(src).pathname)

  /* Searching */

  let timer
  field.addEventListener('input', () => {
    close()
    asked = undefined
    query.delete('guest')
    limits['to-come'] = limits.here = ROWS
    render()
    window.clearTimeout(timer)
    if (isContact(field.value)) timer = window.setTimeout(findContact, 200)
  })
  choice?.addEventListener('change', () => {
    asked = undefined
    render()
  })
  async function findContact() {
    const text = field.value.trim()
    try {
      const { rows, asked: before } = await read({ find: text })
      if (field.value.trim() !== text) return
      take(rows, before)
      asked = new Set(rows.map(([id]) => id))
      render()
    } catch {
      // Contacts are not on the device: without a network, guests are found by name.
    }
  }
  door.querySelector('form[role=search]').addEventListener('submit', (event) => {
    event.preventDefault()
    lists.querySelector('[data-list="to-come"] button')?.focus()
  })
  part('find').hidden = true

  async function start() {
    take([...lists.querySelectorAll('[data-guest]')].map(({ dataset }) => JSON.parse(dataset.rowOf)))
    const listed = [...guests.keys()]
    await readKept()
    const scanned = query.get('guest')
    const isContactAsked = isContact(field.value)
    if (scanned) asked = new Set(guests.has(scanned) ? [scanned] : [])
    else if (isContactAsked) asked = new Set(listed)
    field.autocomplete = 'off'
    render()
    if (scanned && guests.get(scanned) && guests.get(scanned).status !== 'accepted') ask(scanned)
    void send()
    await look()
  }
  window.addEventListener('online', () => {
    void send()
    void look()
  })
  document.addEventListener('visibilitychange', look)
  window.setInterval(() => {
    void send()
    if (!isWhole) void look()
  }, RETRY_MS)
  window.setInterval(look, LOOK_MS)
  void start()
})()
