/** The store of images that organisers upload, by names that are never used twice. */
export interface ImageStore {
  /** Keeps an image. @param name with the ending that says its type */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined when there is no image of this name */
  find(name: string): Promise<Uint8Array | undefined>
}
