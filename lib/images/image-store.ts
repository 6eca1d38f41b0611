import type { ImageStore } from './kept-images.js'
import { type Environment, environmentAccount } from '../runtime/environment.js'
import { bucketStore } from './bucket-store.js'
import { folderStore } from './folder-store.js'

/** Returns the image store of a service: the bucket of a deployment, or a folder of this machine. */
export function imageStore({ images: { bucket, endpoint, folder } }: Pick<Environment, 'images'>): ImageStore {
  if (bucket) return bucketStore({ name: bucket, endpoint, ...environmentAccount() })
  if (folder) return folderStore(folder)
  const missing = async () => {
    throw new Error('IMAGES_BUCKET is missing in the environment')
  }
  return { put: missing, find: missing }
}
