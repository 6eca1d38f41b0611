/*
 * Makes a banner small before it is sent: photos of phones are larger than the service takes, and than a page needs.
 * Without this script, a file is sent as it is.
 */
;(function () {
  'use strict'
  const box = document.querySelector('[data-banner]')
  const input = box && box.querySelector('input[type="file"]')
  if (!input || !window.createImageBitmap || !window.DataTransfer) return
  const MOST_WIDE = 1600
  const QUALITY = 0.85

  const toBlob = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))

  async function smaller(file) {
    const image = await window.createImageBitmap(file)
    const scale = Math.min(1, MOST_WIDE / image.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    const context = canvas.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await toBlob(canvas)
    return blob && (scale < 1 || blob.size < file.size)
      ? new window.File([blob], 'banner.jpg', { type: blob.type })
      : file
  }

  function display(file) {
    const image = box.querySelector('img') || document.createElement('img')
    if (image.src.startsWith('blob:')) window.URL.revokeObjectURL(image.src)
    image.className = 'banner'
    image.alt = image.alt || file.name
    image.src = window.URL.createObjectURL(file)
    input.closest('.field').before(image)
  }

  input.addEventListener('change', async () => {
    input.setCustomValidity('')
    const [file] = input.files
    if (!file) return
    try {
      const small = await smaller(file)
      if (small.size > Number(box.dataset.most)) throw new Error('too large')
      const files = new window.DataTransfer()
      files.items.add(small)
      input.files = files.files
      display(small)
    } catch {
      input.setCustomValidity(box.dataset.wrong)
      input.reportValidity()
    }
  })
})()

/* Presets the end two hours after the start, until another end is entered. */
;(function () {
  'use strict'
  const [start, end] = ['start_date', 'end_date'].map((name) =>
    document.querySelector(`input[name="${name}"]`),
  )
  if (!start || !end) return
  const TWO_HOURS_MS = 2 * 60 * 60 * 1000
  let preset = ''

  start.addEventListener('change', () => {
    const time = Date.parse(`${start.value}Z`)
    if (Number.isNaN(time) || (end.value !== '' && end.value !== preset)) return
    preset = new Date(time + TWO_HOURS_MS).toISOString().slice(0, 16)
    end.value = preset
  })
})()
