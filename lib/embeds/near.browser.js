/* In a frame, the page around it has a header and a footer of its own. */
if (window.self !== window.top) document.documentElement.dataset.framed = ''

/*
 * Fills the search field with the place of the visitor, if the visitor wants that. Two decimals are about a kilometer:
 * nothing more exact leaves the browser.
 */
for (const button of document.querySelectorAll('button[data-turnout-locate]')) {
  if (!navigator.geolocation) continue
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const form = button.form
        form.elements.near.value = `${coords.latitude.toFixed(2)}, ${coords.longitude.toFixed(2)}`
        form.requestSubmit()
      },
      () => {
        button.textContent = button.dataset.turnoutLocate
      },
    )
  })
}
