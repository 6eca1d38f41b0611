/*
 * Leads through the review by keys: each button and link has its own. A key only goes to a button, which Enter presses:
 * no single key decides. The keys can be switched off. Without the script, everything still works.
 */
;(function () {
  'use strict'
  const OFF = 'shortcuts-off'
  document.addEventListener('keydown', (event) => {
    if (window.localStorage.getItem(OFF)) return
    if (/^(TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.matches('input:not([type=checkbox])')) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return
    const key = event.key.toLowerCase()
    const target = /^[a-z]$/.test(key) && document.querySelector(`[data-key="${key}"]`)
    if (!target) return
    event.preventDefault()
    if (target.tagName === 'DETAILS') {
      target.open = true
      target.querySelector('textarea').focus()
    } else if (target.tagName === 'BUTTON') target.focus()
    else target.click()
  })
  // Within the reason, Escape leads back to the keys.
  for (const reason of document.querySelectorAll('[data-key] textarea'))
    reason.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      reason.closest('details').open = false
      reason.blur()
    })
  for (const hint of document.querySelectorAll('[data-keys]')) hint.hidden = false
  for (const choice of document.querySelectorAll('[data-shortcuts]')) {
    choice.checked = !window.localStorage.getItem(OFF)
    choice.addEventListener('change', () =>
      choice.checked ? window.localStorage.removeItem(OFF) : window.localStorage.setItem(OFF, 'yes'),
    )
  }
})()
