import { type ReadImage, lettersAt, viewOf } from './format.js'

/* A PNG file is a row of chunks: a length, a type of four letters, data, a checksum (W3C, "PNG", section 5). */

const SIGNATURE = '\x89PNG\r\n\x1a\n'

/** Chunks without which the picture looks different. Those of capital letters are part of every picture. */
const KEPT = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs'])
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** A picture with another critical chunk, or with a second size, is none that programs agree on. */
const isForeign = (type: string, at: number) =>
  (/^[A-Z]/.test(type) && !CRITICAL.has(type)) || (type === 'IHDR' && at !== 8)

/** Reads a PNG file. Texts, times and animations are left out. */
export const readPng: ReadImage = (file) => {
  if (lettersAt(file, 0, 8) !== SIGNATURE || lettersAt(file, 12, 4) !== 'IHDR' || file.length < 33) return undefined
  const view = viewOf(file)
  const parts: Uint8Array[] = [file.subarray(0, 8)]
  let at = 8
  while (at + 12 <= file.length) {
    const end = at + 12 + view.getUint32(at)
    const type = lettersAt(file, at + 4, 4)
    if (end > file.length || isForeign(type, at)) return undefined
    if (CRITICAL.has(type) || KEPT.has(type)) parts.push(file.subarray(at, end))
    if (type === 'IEND') return { width: view.getUint32(16), height: view.getUint32(20), bytes: Buffer.concat(parts) }
    at = end
  }
  return undefined
}
