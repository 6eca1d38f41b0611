import { deflateSync } from 'node:zlib'
import { crc32 } from 'node:zlib'

/* Small files of images, made by the rules of their formats. */

const chunk = (type: string, data: Uint8Array) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG file of one color. @param others chunks before the picture */
export function png(width = 40, height = 20, others: [type: string, data: string][] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x66)])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...others.map(([type, data]) => chunk(type, Buffer.from(data))),
    chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(height).fill(line)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const segment = (marker: number, data: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])

/** The Exif data of a camera: the orientation, and where the photo was taken. */
export function exif(orientation: number): Buffer {
  const tiff = Buffer.from('49492a00080000000200', 'hex')
  const entry = Buffer.from(`1201030001000000${orientation.toString(16).padStart(2, '0')}000000`, 'hex')
  const location = Buffer.from('2588040001000000260000000000000047505320353020', 'hex')
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, entry, location]))
}

/** The structure of a JPEG file; its picture is noise. @param others segments before the frame */
export const jpeg = (width = 40, height = 20, others: Uint8Array[] = []): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...others,
    segment(0xc2, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // An escaped 0xff and a restart are part of the data.
    Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd3, 4]),
    segment(0xc4, Buffer.alloc(3)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([5, 6, 0xff, 0xd9]),
  ])

/** A comment, which any program may leave in a JPEG file. */
export const comment = (text: string) => segment(0xfe, Buffer.from(text))

/** A WebP file in the extended form. @param others chunks after the picture */
export function webp(width = 40, height = 20, others: [type: string, data: string][] = []): Buffer {
  const part = (type: string, data: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)])
  }
  const extended = Buffer.alloc(10)
  extended[0] = 0x1c
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  return part(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      part('VP8X', extended),
      part('VP8L', Buffer.from([0x2f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])),
      ...others.map(([type, data]) => part(type, Buffer.from(data))),
    ]),
  )
}
