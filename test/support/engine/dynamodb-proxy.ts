import { type IncomingMessage, type RequestListener, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { withPlainValues } from '../clients/commands.js'
import { authorize } from './permissions.js'

/** A DynamoDB that lets each function do what its role allows. The access key says which function asks. */
export interface Proxy {
  endpoint: string
  /** The requests that were refused. */
  refused: string[]
  /** Number of requests that went through, by function. */
  passed: Map<string, number>
  close: () => void
}

/**
 * @param engine to which requests go on
 * @param functionOf the function behind an access key
 * @param tls makes it speak HTTPS
 */
export async function startProxy(
  engine: string,
  functionOf: (accessKey: string) => string | undefined,
  tls?: { key: string; cert: string },
): Promise<Proxy> {
  const proxy = { refused: [] as string[], passed: new Map<string, number>() }
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: string }> => {
    const { authorization = '' } = request.headers
    const [, accessKey = ''] = /Credential=(\w+)\//.exec(authorization) ?? []
    const name = functionOf(accessKey) ?? accessKey
    const action = (request.headers['x-amz-target'] as string).split('.')[1] as string
    const body = await text(request)
    try {
      authorize(name, action, withPlainValues(JSON.parse(body) as object))
    } catch (error) {
      proxy.refused.push((error as Error).message)
      return {
        status: 400,
        body: JSON.stringify({ __type: 'x#AccessDeniedException', message: 'Not allowed' }),
      }
    }
    proxy.passed.set(name, (proxy.passed.get(name) ?? 0) + 1)
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': request.headers['x-amz-target'] as string,
      // DynamoDB Local keeps a database for each access key.
      authorization: authorization.replace(accessKey, 'local'),
      'x-amz-date': request.headers['x-amz-date'] as string,
    }
    const response = await fetch(engine, { method: 'POST', headers, body })
    return { status: response.status, body: await response.text() }
  }
  const listener: RequestListener = (request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body))
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...proxy,
    endpoint: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
