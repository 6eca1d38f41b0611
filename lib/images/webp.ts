import { type ReadImage, lettersAt, viewOf } from './image.js'

/* A WebP file is a RIFF container: chunks of a type, a length and data, padded to even lengths (RFC 9649). */

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])

/** The flags of an extended file that say that it has Exif and XMP data. */
const OTHER_DATA = 0x08 | 0x04

/** Reads a WebP file. Exif and XMP data are left out. */
export const readWebp: ReadImage = (file) => {
  if (lettersAt(file, 0, 4) !== 'RIFF' || lettersAt(file, 8, 4) !== 'WEBP') return undefined
  const view = viewOf(file)
  if (file.length < 12) return undefined
  const total = 8 + view.getUint32(4, true)
  if (total > file.length) return undefined
  const parts: Uint8Array[] = []
  let size: { width: number; height: number } | undefined
  let at = 12
  while (at + 8 <= total) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    const type = lettersAt(file, at, 4)
    if (at + 8 + length > total) return undefined
    const chunk = Buffer.from(file.subarray(at, end))
    size ??= sizeIn(type, chunk.subarray(8))
    if (size === undefined) return undefined
    if (type === 'VP8X') chunk[8] = (chunk[8] as number) & ~OTHER_DATA
    if (KEPT.has(type)) parts.push(chunk)
    at = end
  }
  if (!size) return undefined
  const content = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const head = Buffer.alloc(8, 'RIFF')
  head.writeUInt32LE(content.length, 4)
  return { ...size, bytes: Buffer.concat([head, content]) }
}

/** Reads the size of the picture in the first chunk of a file. */
function sizeIn(type: string, data: Buffer): { width: number; height: number } | undefined {
  if (data.length < 10) return undefined
  if (type === 'VP8X') return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ') return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  if (type !== 'VP8L' || data[0] !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
