import { type Environment, environmentAccount } from '../runtime/environment.js'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { timeLeft } from '../runtime/request-context.js'

/** The name and region of a bucket, with the credentials for it. */
interface Bucket {
  name: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  /** Replaces the endpoint of the region: `http://localhost:9000`. */
  endpoint?: string | undefined
}

/** S3 answers 503 when it is asked too often, and 500 seldom: both are worth another try. */
const ATTEMPTS = 3
const PAUSE_MS = 100

/** The longest that one attempt may take. */
const MOST_MS = 5_000

/**
 * Images in a bucket of S3. Two requests of S3's interface are all that it needs: its client alone is larger than a
 * function may be.
 */
export function bucketStore({ name, region, credentials, endpoint }: Bucket): ImageStore {
  const base = endpoint ? `${endpoint}/${name}` : `https://${name}.s3.${region}.amazonaws.com`
  // Paths of S3 are encoded once; the names of images need no encoding.
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false })

  async function send(method: 'GET' | 'PUT', image: string, body?: Uint8Array): Promise<Response> {
    const { protocol, hostname, port, pathname, host } = new URL(`${base}/${image}`)
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    for (let attempt = 1; ; attempt++) {
      const signed = await signer.sign({
        method,
        protocol,
        hostname,
        path: pathname,
        query: {},
        ...(port && { port: Number(port) }),
        headers: { host, 'x-amz-content-sha256': hash },
      })
      const response = await fetch(`${base}/${image}`, {
        method,
        headers: signed.headers,
        ...(body && { body }),
        signal: AbortSignal.timeout(Math.max(1, Math.min(MOST_MS, timeLeft()))),
      })
      if (response.status < 500 || attempt === ATTEMPTS) return response
      await response.arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
    }
  }

  return {
    async put(image, bytes) {
      const { ok, status } = await send('PUT', image, bytes)
      if (!ok) throw new Error(`S3 answered ${status} to an image`)
    },

    async find(image) {
      const response = await send('GET', image)
      // Without the permission to list a bucket, S3 answers 403 for what it does not have.
      if (response.status === 404 || response.status === 403) return undefined
      if (!response.ok) throw new Error(`S3 answered ${response.status} to a request for an image`)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

/** SHA-256 as the signer takes it, by the one of Node.js. */
class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.#hash.update(bytesOf(data))
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView) =>
  typeof data === 'string'
    ? data
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)

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

/** Returns the image store of a service: the bucket of a deployment, or a folder of this machine. */
export function imageStore({ images: { bucket, endpoint, folder } }: Pick<Environment, 'images'>): ImageStore {
  if (bucket) return bucketStore({ name: bucket, endpoint, ...environmentAccount() })
  if (folder) return folderStore(folder)
  const missing = async () => {
    throw new Error('IMAGES_BUCKET is missing in the environment')
  }
  return { put: missing, find: missing }
}

/** The store of images that organizers upload, by names that are never used twice. */
export interface ImageStore {
  /** Keeps an image. @param name with the ending that says its type */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined when there is no image of this name */
  find(name: string): Promise<Uint8Array | undefined>
}
