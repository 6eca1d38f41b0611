/*
 * Decides by keys: each button and link of the review has its own. Without the script, everything still works.
 */
;(function () {
  'use strict'
  document.addEventListener('keydown', (event) => {
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const key = event.key.toLowerCase()
    const target = /^[a-z]$/.test(key) && document.querySelector(`[data-key="${key}"]`)
    if (!target) return
    event.preventDefault()
    if (target.tagName === 'DETAILS') {
      target.open = true
      target.querySelector('textarea').focus()
    } else target.click()
  })
  // Within the reason, Escape leads back to the keys.
  for (const reason of document.querySelectorAll('[data-key] textarea'))
    reason.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      reason.closest('details').open = false
      reason.blur()
    })
  for (const hint of document.querySelectorAll('[data-keys]')) hint.hidden = false
})()
