/*
 * Signs in with a passkey, and makes new ones. The forms are hidden until the script has found that the browser can do
 * it: passkeys need https or this machine, and the host name of the service.
 */
;(function () {
  'use strict'
  const form = document.querySelector('form[data-passkey]')
  const { PublicKeyCredential } = window
  if (!form || form.dataset.origin !== window.location.origin || !navigator.credentials) return
  if (!PublicKeyCredential || !PublicKeyCredential.parseRequestOptionsFromJSON) return

  const text = (buffer) =>
    window
      .btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')

  /** Asks for a challenge. A page of an older sign-in gets none: loading it again leads to a new sign-in. */
  async function options() {
    const answer = await fetch(form.dataset.options)
    if (answer.redirected) window.location.reload()
    if (answer.redirected || !answer.ok) throw new Error('There is no challenge')
    return answer.json()
  }

  function send({ id, rawId, type, response }) {
    const { transports, ...parts } = {
      clientDataJSON: response.clientDataJSON,
      ...(response.attestationObject
        ? { attestationObject: response.attestationObject, transports: response.getTransports() }
        : {
            authenticatorData: response.authenticatorData,
            signature: response.signature,
            userHandle: response.userHandle,
          }),
    }
    const sent = Object.entries(parts).filter(([, buffer]) => buffer)
    form.elements.credential.value = JSON.stringify({
      ...{ id, rawId: text(rawId), type },
      response: { ...Object.fromEntries(sent.map(([name, buffer]) => [name, text(buffer)])), transports },
    })
    form.submit()
  }

  const sayings = form.querySelectorAll('[data-said]')
  const say = (which) => sayings.forEach((each) => (each.hidden = each.dataset.said !== which))
  const sayWhy = ({ name }) => say(name === 'InvalidStateError' ? 'known' : 'none')

  // While the page is open, browsers offer passkeys in the field of the address. Each offer has a challenge of its own,
  // which is replaced before it expires.
  let offer
  let timer
  function endOffer() {
    window.clearTimeout(timer)
    offer?.abort()
  }
  const offerAgain = () => offerInField().catch(() => undefined)
  async function offerInField() {
    endOffer()
    const { signal } = (offer = new window.AbortController())
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await options())
    if (signal.aborted) return
    timer = window.setTimeout(offerAgain, publicKey.timeout - 60_000)
    send(await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }))
  }

  async function ask() {
    say()
    endOffer()
    const json = await options()
    if (form.dataset.passkey === 'sign-in')
      return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) })
    return navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
    })
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask()
      .then(send)
      .catch((error) => {
        sayWhy(error)
        if (offer) offerAgain()
      })
  })
  form.hidden = false
  for (const other of document.querySelectorAll('[data-without-passkey]')) other.hidden = true
  if (document.querySelector('[autocomplete~=webauthn]') && PublicKeyCredential.isConditionalMediationAvailable)
    PublicKeyCredential.isConditionalMediationAvailable().then((can) => can && offerAgain())
})()
