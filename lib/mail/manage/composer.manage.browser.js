/*
 * Adds to the form of a mail: buttons that put variables where the cursor is, and the mail as it will look beside
 * the text. Without the script, a button shows it.
 */
;(function () {
  'use strict'
  const form = document.querySelector('[data-composer]')
  if (!form) return
  const text = form.elements.namedItem(form.dataset.composer)
  const variables = form.querySelector('[data-variables]')
  variables.hidden = false
  variables.addEventListener('click', (event) => {
    const button = event.target.closest('button')
    if (!button) return
    text.setRangeText(button.value, text.selectionStart, text.selectionEnd, 'end')
    text.focus()
    text.dispatchEvent(new window.Event('input', { bubbles: true }))
  })

  const button = form.querySelector('[data-preview-button]')
  button.hidden = true
  let timer
  let asked = 0
  async function update() {
    const body = new URLSearchParams(new FormData(form))
    body.set('action', 'preview')
    const mine = ++asked
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body }).catch(() => undefined)
    if (!answer || !answer.ok || mine !== asked) {
      button.hidden = Boolean(answer && answer.ok)
      return
    }
    const page = new window.DOMParser().parseFromString(await answer.text(), 'text/html')
    const preview = page.getElementById('preview')
    if (preview && mine === asked) document.getElementById('preview').replaceWith(preview)
  }
  form.addEventListener('input', () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(update, 400)
  })
})()
