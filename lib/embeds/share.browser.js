/*
 * Shows the button that opens what the system has for passing something on. Without this script, or where there is
 * nothing, the links beside it do the same.
 */
for (const button of document.querySelectorAll('[data-turnout-share]')) {
  if (!navigator.share) continue
  const { turnoutShare: url, turnoutText: text } = button.dataset
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.share({ title: document.title, text, url }).catch(() => undefined)
  })
}

/* Copies the link in the field before it. Without this script, the field can be selected. */
for (const button of document.querySelectorAll('[data-turnout-copy]')) {
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.turnoutCopy)
    button.textContent = button.dataset.turnoutCopied
  })
}
