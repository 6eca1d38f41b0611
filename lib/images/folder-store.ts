import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from './kept-images.js'

/** Images in a folder of this machine. @param folder is made with the first image */
export const folderStore = (folder: string): ImageStore => ({
  async put(name, bytes) {
    await mkdir(folder, { recursive: true })
    // The rename prevents reads of half a file.
    await writeFile(join(folder, `${name}.new`), bytes)
    await rename(join(folder, `${name}.new`), join(folder, name))
  },

  async find(name) {
    try {
      return await readFile(join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
})
