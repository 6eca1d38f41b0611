import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSource } from '../../admin/osdi/source/source.js'

const MEGABYTE = Buffer.alloc(1_000_000, ' ')

/** Answers a document after many megabytes of blanks: as many as the path says. */
const server = createServer((request, response) => {
  let left = Number(request.url?.slice(1))
  const send = () => {
    while (left-- > 0) if (!response.write(MEGABYTE)) return void response.once('drain', send)
    response.end('{"title": "Rally"}')
  }
  send()
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('an import reads an answer of some megabytes, and none without an end', async () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const source = openSource(base, {}, 100)
  expect(await source.get('2')).toEqual({ title: 'Rally' })
  await expect(source.get('1000000')).rejects.toThrow(/answered GET 1000000 with more than 50 MB/)
})
