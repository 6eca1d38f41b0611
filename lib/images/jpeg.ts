import { type ReadImage, lettersAt, viewOf } from './image.js'

/*
 * A JPEG file is a row of segments: a marker, a length, data. After a start of scan, compressed data follows up to the
 * next marker (ITU-T T.81, annex B).
 */

const [START, END, SCAN, EXIF] = [0xd8, 0xd9, 0xda, 0xe1]

/** Application segments that say how the picture looks: JFIF, a color profile, Adobe's colors. */
const KEPT_APPLICATIONS = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])

/** Others of the same markers have thumbnails (JFXX) or further pictures (MPF), with what was cut off this one. */
const isKept = (segment: Uint8Array): boolean => {
  const name = KEPT_APPLICATIONS.get(segment[1] as number)
  return name !== undefined && lettersAt(segment, 4, name.length) === name
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
const isJfif = (marker: number) => marker === 0xe0
const isComment = (marker: number) => marker === 0xfe

/** Reads a JPEG file. Of its Exif data, only the orientation is kept. */
export const readJpeg: ReadImage = (file) => {
  if (file[0] !== 0xff || file[1] !== START) return undefined
  const view = viewOf(file)
  const parts: Uint8Array[] = [file.subarray(0, 2)]
  const size = { width: 0, height: 0 }
  let at = 2
  while (at + 2 <= file.length) {
    const marker = file[at + 1] as number
    if (file[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === END) return { ...size, bytes: Buffer.concat([...parts, file.subarray(at, at + 2)]) }
    if (at + 4 > file.length || marker < 0xc0) return undefined
    const length = view.getUint16(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > file.length) return undefined
    if (isFrame(marker)) {
      // Programs take the size of one of two frames, and not all of the same one.
      if (length < 7 || size.height > 0) return undefined
      size.height = view.getUint16(at + 5)
      size.width = view.getUint16(at + 7)
    }
    if (marker === SCAN) end = endOfScan(file, end)
    const segment = file.subarray(at, end)
    if (marker === EXIF) parts.push(orientationOnly(segment))
    else if (!isComment(marker) && (!isApplication(marker) || isKept(segment)))
      parts.push(isJfif(marker) ? withoutThumbnail(segment) : segment)
    at = end
  }
  return undefined
}

/** A JFIF segment may have a small picture behind its 14 bytes. */
function withoutThumbnail(segment: Uint8Array): Uint8Array {
  const header = Buffer.from(segment.subarray(0, 18))
  if (header.length < 18) return segment
  header.writeUInt16BE(16, 2)
  header.writeUInt16BE(0, 16)
  return header
}

/** Compressed data ends before a marker that is neither an escaped 0xff nor a restart. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}

/** Returns a segment of Exif data that has no more than the orientation; nothing where the image stands upright. */
function orientationOnly(segment: Uint8Array): Uint8Array {
  const orientation = orientationIn(segment)
  if (orientation === undefined || orientation === 1) return new Uint8Array()
  // One entry: the tag 0x0112, one number of 16 bits, its value; and no further directory.
  return Buffer.from(`ffe100224578696600004d4d002a0000000800010112000300000001000${orientation}000000000000`, 'hex')
}

function orientationIn(segment: Uint8Array): number | undefined {
  if (lettersAt(segment, 4, 6) !== 'Exif\0\0' || segment.length < 18) return undefined
  const view = viewOf(segment.subarray(10))
  const isLittle = lettersAt(segment, 10, 2) === 'II'
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return undefined
  const count = view.getUint16(directory, isLittle)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i
    if (entry + 12 > view.byteLength) return undefined
    if (view.getUint16(entry, isLittle) !== 0x0112) continue
    const value = view.getUint16(entry + 8, isLittle)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}
