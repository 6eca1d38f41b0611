/*
 * Adds to every page of the interface: buttons that copy, the key that leads to the search, and a question before
 * entries are lost. Without the script, everything still works.
 */
;(function () {
  'use strict'
  for (const button of document.querySelectorAll('[data-copy]')) {
    if (!navigator.clipboard) break
    button.hidden = false
    const words = button.querySelector('span')
    const before = words.textContent
    button.addEventListener('click', async () => {
      const field = document.getElementById(button.dataset.copy)
      await navigator.clipboard.writeText('value' in field ? field.value : field.textContent)
      words.textContent = button.dataset.done
      window.setTimeout(() => (words.textContent = before), 2000)
    })
  }

  // Times are those of the reader if no event of the group tells a time zone.
  for (const time of document.querySelectorAll('time[data-local]')) {
    const at = new Date(time.dateTime)
    time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, {
      ...(at.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }).format(at)
  }

  // The zone of times says nothing to a reader whose clock is the same, in winter and in summer.
  const clocksIn = (timeZone) =>
    [0, 6].map((month) => new Date(Date.UTC(new Date().getFullYear(), month)).toLocaleString('en', { timeZone })).join()
  for (const line of document.querySelectorAll('[data-zone]')) line.hidden = clocksIn(line.dataset.zone) === clocksIn()

  const find = document.getElementById('find')
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || !find) return
    if (window.localStorage.getItem('shortcuts-off')) return
    event.preventDefault()
    find.focus()
  })

  // A phone may have no room for all tabs: the current one is in view.
  for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
    const { left, right } = tab.getBoundingClientRect()
    if (left < 0 || right > document.documentElement.clientWidth)
      tab.scrollIntoView({ block: 'nearest', inline: 'center' })
  }

  // A browser asks in its own words.
  for (const form of document.querySelectorAll('[data-unsaved]')) {
    let isChanged = form.dataset.unsaved === 'changed'
    form.addEventListener('input', () => (isChanged = true))
    form.addEventListener('submit', () => (isChanged = false))
    window.addEventListener('beforeunload', (event) => {
      if (isChanged) event.preventDefault()
    })
  }
})()
