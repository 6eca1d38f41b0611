/*
 * Reads the QR codes of guests by the camera. A browser without a detector of codes loads one from this service when
 * the button is pressed. Without this script, the camera of a phone reads them, too: a code is the address of the door
 * with its guest.
 */
;(function () {
  'use strict'
  const box = document.querySelector('[data-scan]')
  const camera = navigator.mediaDevices && navigator.mediaDevices.getUserMedia
  if (!box || !camera) return
  const [button, video, status] = ['button', 'video', 'p'].map((name) => box.querySelector(name))
  const EVERY_MS = 200
  const door = new window.URL(box.dataset.scan, window.location.href).href + '?guest='
  let stream

  function stop() {
    for (const track of stream ? stream.getTracks() : []) track.stop()
    stream = undefined
    video.hidden = true
  }

  /** The detector of the browser, if it reads QR codes, or else that of this service. */
  async function openDetector() {
    const own = window.BarcodeDetector
    const formats = own && own.getSupportedFormats ? await own.getSupportedFormats() : []
    const { BarcodeDetector } = formats.includes('qr_code')
      ? { BarcodeDetector: own }
      : await import(box.dataset.decoder)
    return new BarcodeDetector({ formats: ['qr_code'] })
  }

  async function read(detector) {
    if (!stream) return
    const codes = await detector.detect(video).catch(() => [])
    const found = codes.find(({ rawValue }) => rawValue.startsWith(door))
    if (found) {
      stop()
      window.location.assign(found.rawValue)
      return
    }
    status.textContent = codes.length > 0 ? box.dataset.foreign : ''
    window.setTimeout(() => read(detector), EVERY_MS)
  }

  button.addEventListener('click', async () => {
    if (stream) return stop()
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      video.srcObject = stream
      video.hidden = false
      await video.play()
      await read(await openDetector())
    } catch (error) {
      stop()
      status.textContent = error.message
    }
  })
  box.hidden = false
})()
