import { readJpeg } from './jpeg.js'
import { readWebp } from './webp.js'

/* A PNG file is a row of chunks: a length, a type of four letters, data, a checksum (W3C, "PNG", section 5). */

const SIGNATURE = '\x89PNG\r\n\x1a\n'

/** Chunks without which the picture looks different. Those of capital letters are part of every picture. */
const KEPT = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs'])
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** A picture with another critical chunk, or with a second size, is none that programs agree on. */
const isForeign = (type: string, at: number) =>
  (/^[A-Z]/.test(type) && !CRITICAL.has(type)) || (type === 'IHDR' && at !== 8)

/** Reads a PNG file. Texts, times and animations are left out. */
const readPng: ReadImage = (file) => {
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

const FORMATS = { jpg: readJpeg, png: readPng, webp: readWebp } satisfies Record<ImageType, ReadImage>

/**
 * Reads an image by its content: what a browser says of a file, its name and its type, is not believed. Places where
 * programs keep other things are left out: cameras write where a photo was taken, and what follows the end of an image
 * may be another file.
 * @returns undefined for a file that is not an image of these formats
 */
export function readImage(file: Uint8Array): Image | undefined {
  for (const type of Object.keys(FORMATS) as ImageType[]) {
    const found = FORMATS[type](file)
    if (found && found.width > 0 && found.height > 0) return { type, ...found }
  }
  return undefined
}

/** An image as it is kept: what shows the picture, and nothing else of the file. */
interface Image {
  type: ImageType
  width: number
  height: number
  bytes: Uint8Array
}

/** Reads a file of one format. @returns undefined for a file of another format, or a damaged one */
export type ReadImage = (file: Uint8Array) => Omit<Image, 'type'> | undefined

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

export const lettersAt = (file: Uint8Array, at: number, count: number) =>
  String.fromCharCode(...file.subarray(at, at + count))

/** The types of images that are taken, by what the names of their files end with. */
export const IMAGE_TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
export type ImageType = keyof typeof IMAGE_TYPES
