import type { ImageType } from './image-types.js'

/** An image as it is kept: what shows the picture, and nothing else of the file. */
export interface Image {
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
