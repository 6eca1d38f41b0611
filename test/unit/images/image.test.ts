import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImage } from '../../../lib/images/image.js'
import { comment, exif, jpeg, png, segment, webp } from '../../support/given/pictures.js'

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1')

describe('an image that was uploaded', () => {
  it.each([
    ['jpg', jpeg(640, 360)],
    ['png', png(640, 360)],
    ['webp', webp(640, 360)],
  ])('of the type %s is known by its content, with its size', (type, file) => {
    expect(readImage(file)).toMatchObject({ type, width: 640, height: 360 })
  })

  it('keeps its picture byte for byte', () => {
    for (const file of [jpeg(), png()]) expect(Buffer.from(readImage(file)?.bytes ?? [])).toEqual(file)
  })

  it('loses what else is in its file: where it was taken, texts, and whatever follows its end', () => {
    const secret = 'GPS 50 <script>'
    for (const file of [
      Buffer.concat([jpeg(40, 20, [exif(1), comment(secret)]), Buffer.from(secret)]),
      Buffer.concat([
        png(40, 20, [
          ['tEXt', secret],
          ['eXIf', secret],
        ]),
        Buffer.from(secret),
      ]),
      Buffer.concat([
        webp(40, 20, [
          ['EXIF', secret],
          ['XMP ', secret],
        ]),
        Buffer.from(secret),
      ]),
    ]) {
      expect(text(file)).toContain('GPS 50')
      expect(readImage(file)?.width).toBe(40)
      expect(text(readImage(file)?.bytes)).not.toContain('GPS 50')
      expect(text(readImage(file)?.bytes)).not.toContain('<script>')
    }
  })

  it('keeps how a camera was held, and nothing else of the camera', () => {
    const kept = readImage(jpeg(40, 20, [exif(6)]))
    expect(text(kept?.bytes)).toContain('Exif')
    expect(readImage(kept?.bytes ?? new Uint8Array())).toEqual(kept)
    expect(text(readImage(jpeg(40, 20, [exif(1)]))?.bytes)).not.toContain('Exif')
  })

  it('loses thumbnails and further pictures, which may show what was cut off', () => {
    const secret = 'GPS 50 in small'
    const hidden = [
      segment(0xe0, Buffer.from(`JFXX\0\x10${secret}`, 'latin1')),
      segment(0xe0, Buffer.from(`JFIF\0\x01\x01\0\0\x01\0\x01\x01\x05${secret}`, 'latin1')),
      segment(0xe2, Buffer.from(`MPF\0${secret}`, 'latin1')),
      segment(0xee, Buffer.from(secret)),
    ]
    const kept = readImage(jpeg(40, 20, hidden))
    expect(kept).toMatchObject({ width: 40, height: 20 })
    expect(text(kept?.bytes)).not.toContain('GPS 50')
    expect(readImage(kept?.bytes ?? new Uint8Array())).toEqual(kept)
    const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01colors', 'latin1'))
    expect(text(readImage(jpeg(40, 20, [profile]))?.bytes)).toContain('colors')
  })

  it('is refused with two sizes, of which programs take one or the other', () => {
    const frame = (side: number) =>
      segment(0xc0, Buffer.from([8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]))
    expect(readImage(jpeg(40, 20, [frame(65_000)]))).toBeUndefined()
    expect(readImage(png(40, 20, [['IHDR', '\0\0\x40\0\0\0\x40\0\b\x02\0\0\0']]))).toBeUndefined()
  })

  it('is refused with a critical chunk that no program knows', () => {
    expect(readImage(png(40, 20, [['EvIl', 'GPS 50']]))).toBeUndefined()
  })

  it('keeps the chunks of a PNG file that colors depend on', () => {
    expect(text(readImage(png(4, 4, [['gAMA', '\0\0\xb1\x8f']]))?.bytes)).toContain('gAMA')
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['GIF', 'GIF89a\x01\0\x01\0'],
    ['nothing', ''],
    ['the first letters of a JPEG file before HTML', '\xff\xd8\xff<html><script>alert(1)</script>'],
    ['the first letters of a PNG file before HTML', '\x89PNG\r\n\x1a\n<html>'],
    ['the first letters of a WebP file before HTML', 'RIFF\x10\0\0\0WEBP<html><body>'],
  ])('is refused where it is %s', (_, content) => {
    expect(readImage(Buffer.from(content, 'latin1'))).toBeUndefined()
  })

  it('is refused when a part of it is missing', () => {
    for (const file of [jpeg(), png(), webp()])
      for (let length = 0; length < file.length; length++) expect(readImage(file.subarray(0, length))).toBeUndefined()
  })

  it('of any damaged content is read or refused, and never an error', () => {
    const files = [jpeg(40, 20, [exif(6)]), png(), webp()]
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
        (file, changes) => {
          const damaged = Uint8Array.from(file)
          for (const [at, value] of changes) damaged[at % damaged.length] = value
          const found = readImage(damaged)
          if (found) expect(readImage(found.bytes)).toMatchObject({ type: found.type, width: found.width })
        },
      ),
      { numRuns: 500 },
    )
  })
})
