import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketStore, folderStore } from '../../lib/images/image-store.js'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* A server that takes what S3 takes: signed requests of one bucket. It signs by AWS's description, not by a library. */

const [KEY, SECRET, REGION] = ['AKIDEXAMPLE', 'secret', 'eu-west-1']
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  if (headers['x-amz-content-sha256'] !== sha256(body)) return false
  const named = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const request = [method, url, '', named.join(''), names, sha256(body)].join('\n')
  const [day = ''] = scope.split('/')
  const key = [REGION, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${SECRET}`, day))
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  return hmac(key, text).toString('hex') === signature
}

const objects = new Map<string, Buffer>()
/** Statuses that the server answers before it does what is asked. */
const troubles: number[] = []
const server = createServer((request, response) => {
  void (async () => {
    const { method, url = '' } = request
    const body = await buffer(request)
    const trouble = troubles.shift()
    if (trouble !== undefined) return response.writeHead(trouble).end()
    if (!isSigned(request, body)) return response.writeHead(403).end('SignatureDoesNotMatch')
    if (method === 'PUT') objects.set(url, body)
    const found = objects.get(url)
    return response.writeHead(found ? 200 : 403).end(method === 'GET' ? found : undefined)
  })()
})

let endpoint: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const NAME = '0b9d403e-2b26-4d4f-9a3e-6a6a1f0d7c11.jpg'
const PICTURE = Buffer.from([0xff, 0xd8, 0, 1, 2])
const bucket = (secretAccessKey = SECRET) =>
  bucketStore({
    name: 'images',
    region: REGION,
    endpoint,
    credentials: { accessKeyId: KEY, secretAccessKey },
  })

describe.each([
  ['a bucket', () => bucket()],
  ['a folder', async () => folderStore(join(await mkdtemp(join(tmpdir(), 'turnout-')), 'images'))],
] as const)('%s', (_, open) => {
  it('has an image that was put there, and no other', async () => {
    const images = await open()
    await images.put(NAME, PICTURE)
    expect(Buffer.from((await images.find(NAME)) ?? [])).toEqual(PICTURE)
    expect(await images.find('unknown.jpg')).toBeUndefined()
  })
})

describe('a bucket that has trouble', () => {
  it('is asked again, and an error names its status after three attempts', async () => {
    troubles.push(503, 500)
    await bucket().put(NAME, PICTURE)
    troubles.push(503, 503, 503)
    await expect(bucket().find(NAME)).rejects.toThrow('503')
  })

  it('keeps nothing that is not signed with its key', async () => {
    await expect(bucket('another').put(NAME, PICTURE)).rejects.toThrow('403')
  })
})
