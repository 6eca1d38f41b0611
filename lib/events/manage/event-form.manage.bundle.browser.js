/*
 * Makes a banner small before it is sent: photos of phones are larger than the service takes, and than a page needs.
 * Without this script, a file is sent as it is.
 */
import { folded } from '../../texts/words.js'
;(function () {
  'use strict'
  const box = document.querySelector('[data-banner]')
  const input = box && box.querySelector('input[type="file"]')
  if (!input || !window.createImageBitmap || !window.DataTransfer) return
  const MOST_WIDE = 1600
  const QUALITY = 0.85

  const toBlob = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))

  async function smaller(file) {
    const image = await window.createImageBitmap(file)
    const scale = Math.min(1, MOST_WIDE / image.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    const context = canvas.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await toBlob(canvas)
    return blob && (scale < 1 || blob.size < file.size)
      ? new window.File([blob], 'banner.jpg', { type: blob.type })
      : file
  }

  function display(file) {
    const image = box.querySelector('img') || document.createElement('img')
    if (image.src.startsWith('blob:')) window.URL.revokeObjectURL(image.src)
    image.className = 'banner'
    image.alt = image.alt || file.name
    image.src = window.URL.createObjectURL(file)
    input.closest('.field').before(image)
  }

  input.addEventListener('change', async () => {
    input.setCustomValidity('')
    const [file] = input.files
    if (!file) return
    try {
      const small = await smaller(file)
      if (small.size > Number(box.dataset.most)) throw new Error('too large')
      const files = new window.DataTransfer()
      files.items.add(small)
      input.files = files.files
      display(small)
    } catch {
      input.setCustomValidity(box.dataset.wrong)
      input.reportValidity()
    }
  })
})()

/* Presets the end two hours after the start, until another end is entered. */
;(function () {
  'use strict'
  const [start, end] = ['start_time', 'end_time'].map((name) => document.querySelector(`input[name="${name}"]`))
  const repeat = document.querySelector('select[name="repeat"]')
  repeat?.addEventListener('change', () => {
    repeat.closest('details').querySelector('summary > .quiet').textContent = repeat.selectedOptions[0].textContent
    const { once, repeated } = document.querySelector('[data-repeated]').dataset
    document.querySelector('[data-repeated]').textContent = repeat.value === 'once' ? once : repeated
  })
  if (!start || !end) return
  const LASTS = 2

  /** An end on the next day is the service's to find. */
  function usualEnd() {
    const [hour, minutes] = start.value.split(':')
    const ends = Number(hour) + LASTS
    return start.value && ends < 24 ? `${String(ends).padStart(2, '0')}:${minutes}` : ''
  }

  // A form that is shown again has the end that was preset before.
  let preset = end.value === usualEnd() ? end.value : ''

  function presetEnd() {
    if (end.value !== '' && end.value !== preset) return
    // Shifts say themselves when they end.
    preset = repeat?.value === 'shifts' ? '' : usualEnd()
    end.value = preset
  }

  start.addEventListener('change', presetEnd)
  repeat?.addEventListener('change', presetEnd)
})()

/* Enter goes on to a field that every event has, while one is empty: the form is not sent half filled in. */
;(function () {
  'use strict'
  const needed = [...document.querySelectorAll('[name="title"], [name="day"], [name="start_time"]')]
  if (needed.length === 0) return
  const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="file"])'
  needed[0].form.addEventListener('keydown', (event) => {
    const empty = needed.find(({ value }) => value.trim() === '')
    if (!empty || event.key !== 'Enter' || event.isComposing || !event.target.matches(TYPED)) return
    event.preventDefault()
    empty.focus()
  })
})()

/* Says in a sentence how the event repeats, while that is chosen: the page of its dates says the same. */
;(function () {
  'use strict'
  const box = document.querySelector('[data-sentence]')
  if (!box) return
  const { form } = document.querySelector('select[name="repeat"]')
  const WAIT_MS = 250
  const ASKED =
    /^(day|start_time|repeat|until|count|every|weekday_\w+|monthly_by|skip_[\d-]+|shift_\w+|location\.country)$/
  let timer
  let asking

  async function say() {
    if (asking) asking.abort()
    asking = new window.AbortController()
    const query = new window.URLSearchParams([...new window.FormData(form)].filter(([name]) => ASKED.test(name)))
    try {
      const answer = await window.fetch(`${box.dataset.sentence}?${query}`, { signal: asking.signal })
      box.textContent = answer.ok ? (await answer.json()).sentence : ''
    } catch {
      // A later choice asks again, and the next page says it.
    }
  }

  form.addEventListener('input', ({ target }) => {
    if (!ASKED.test(target.name)) return
    window.clearTimeout(timer)
    if (form.repeat.value === 'once') box.textContent = ''
    else timer = window.setTimeout(say, WAIT_MS)
  })
  if (form.repeat.value !== 'once') say()
})()

/*
 * Suggests addresses while one is typed: those of the group's earlier events, then towns and postal codes. Without this
 * script, and for what was not suggested, the service reads the line when the form is sent.
 */
;(function () {
  'use strict'
  const box = document.querySelector('[data-addresses]')
  const input = box && box.querySelector('input')
  if (!input) return
  const list = box.querySelector('[role="listbox"]')
  const country = document.querySelector('[name="location.country"]')
  const WAIT_MS = 120
  const MOST = 7
  let earlier
  let offered = []
  let active = -1
  let timer
  let asking

  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ])
    input.setAttribute(name, value)

  async function ask(query) {
    if (asking) asking.abort()
    asking = new window.AbortController()
    const answer = await window.fetch(`${box.dataset.addresses}${query}`, { signal: asking.signal })
    return answer.ok ? (await answer.json()).suggested : []
  }

  function offer(suggested) {
    offered = suggested
    list.replaceChildren(
      ...suggested.map(({ line }, i) => {
        const option = document.createElement('li')
        option.id = `suggestion-${i}`
        option.setAttribute('role', 'option')
        option.textContent = line
        return option
      }),
    )
    list.hidden = suggested.length === 0
    input.setAttribute('aria-expanded', String(suggested.length > 0))
    activate(-1)
  }

  function activate(i) {
    active = i
    for (const [at, option] of [...list.children].entries()) option.setAttribute('aria-selected', String(at === i))
    if (i < 0) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', `suggestion-${i}`)
    list.children[i].scrollIntoView({ block: 'nearest' })
  }

  function choose(i) {
    const { line, country: code } = offered[i]
    input.value = line
    if (country && code) country.value = code
    offer([])
    // Others of the form learn that it has changed.
    input.form.dispatchEvent(new window.Event('input', { bubbles: true }))
  }

  async function suggest() {
    const typed = input.value.trim()
    try {
      earlier = earlier || (await ask(''))
      const words = folded(typed)
        .split(/[\s,]+/)
        .filter(Boolean)
      const own = earlier
        .filter(({ line }) => words.every((word) => folded(line).includes(word)))
        .slice(0, typed ? 3 : MOST)
      const region = earlier.length > 0 ? earlier[0].region : ''
      const query = new window.URLSearchParams({ q: typed, country: country ? country.value : '', region })
      const found = typed.length > 1 ? await ask(`?${query}`) : []
      const lines = new Set(own.map(({ line }) => line))
      const all = [...own, ...found.filter(({ line }) => !lines.has(line))].slice(0, MOST)
      const isDone = all.length === 1 && folded(all[0].line) === folded(typed)
      if (typed === input.value.trim() && document.activeElement === input) offer(isDone ? [] : all)
    } catch {
      // A later letter asks again, and an address needs no suggestion.
    }
  }

  const later = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(suggest, WAIT_MS)
  }
  input.addEventListener('input', later)
  input.addEventListener('focus', () => input.value === '' && later())
  input.addEventListener('blur', () => offer([]))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && list.hidden) suggest()
    else if (list.hidden) return
    else if (event.key === 'ArrowDown') activate((active + 1) % offered.length)
    else if (event.key === 'ArrowUp') activate((active < 1 ? offered.length : active) - 1)
    else if (event.key === 'Enter' && active >= 0) choose(active)
    else if (event.key === 'Escape') offer([])
    else return
    event.preventDefault()
  })
  // The field keeps the focus while an option is pressed.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target.closest('li')
    if (option) choose([...list.children].indexOf(option))
  })
})()
