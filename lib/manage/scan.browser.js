/*
 * Reads the QR codes of guests by the camera, where the browser has a detector of codes. Elsewhere the camera of the
 * phone reads them: a code is the address of the door with its guest.
 */
;(function () {
  'use strict'
  const box = document.querySelector('[data-scan]')
  const camera = navigator.mediaDevices && navigator.mediaDevices.getUserMedia
  if (!box || !camera || !window.BarcodeDetector) return
  const [button, video, status] = ['button', 'video', 'p'].map((name) => box.querySelector(name))
  const EVERY_MS = 200
  const door = new window.URL(box.dataset.scan, window.location.href).href + '?guest='
  let stream

  function stop() {
    for (const track of stream ? stream.getTracks() : []) track.stop()
    stream = undefined
    video.hidden = true
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
      await read(new window.BarcodeDetector({ formats: ['qr_code'] }))
    } catch (error) {
      stop()
      status.textContent = error.message
    }
  })
  box.hidden = false
})()
