import type { ImageType } from './image-types.js'
import type { Image, ReadImage } from './format.js'
import { readJpeg } from './jpeg.js'
import { readPng } from './png.js'
import { readWebp } from './webp.js'

const FORMATS = { jpg: readJpeg, png: readPng, webp: readWebp } satisfies Record<ImageType, ReadImage>

/**
 * Reads an image by its content: what a browser says of a file, its name and its type, is not believed. Places where
 * programs keep other things are left out: cameras write where a photo was taken, and what follows the end of an image
 * may be another file.
 * @returns undefined for a file that is no image of these formats
 */
export function readImage(file: Uint8Array): Image | undefined {
  for (const type of Object.keys(FORMATS) as ImageType[]) {
    const found = FORMATS[type](file)
    if (found && found.width > 0 && found.height > 0) return { type, ...found }
  }
  return undefined
}
