/*
 * Adds to the sentence of an audience or a message: what is chosen in a line chooses the line, and the people are
 * counted while it is filled in. Without the script, a button counts them.
 */
;(function () {
  'use strict'
  const form = document.querySelector('[data-count]')
  if (!form) return
  const LINES = { did: 'guests', event: 'guests', saved: 'saved' }
  const button = form.querySelector('[data-count-button]')
  if (button) button.hidden = true
  let timer
  let asked = 0
  async function count() {
    const mine = ++asked
    const body = new URLSearchParams(new FormData(form))
    const answer = await fetch(form.dataset.count, { method: 'POST', body }).catch(() => undefined)
    const said = answer && answer.ok ? await answer.text() : ''
    if (mine === asked) document.querySelector('#count strong').textContent = said
  }
  form.addEventListener('input', (event) => {
    const line = LINES[event.target.name]
    const choice = line && form.querySelector(`[name=to][value=${line}]`)
    if (choice) choice.checked = true
    window.clearTimeout(timer)
    timer = window.setTimeout(count, 400)
  })
})()
