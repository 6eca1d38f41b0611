import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { UserError, hasCode } from '../user-error.js'
import { BODY_LIMIT_BYTES, type Gateway } from './gateway.js'
import { gatewayMessage, type HttpResponse } from './result.js'

/** A gateway that listens. */
export interface Listener {
  port: number
  /** Takes no more requests, answers those that have begun, and resolves when all are answered. */
  close: () => Promise<void>
}

/** A request that has not come or gone through after this long is cut off when the listener closes. */
const LINGER_MS = 15_000
/** Far above what the gateway takes, which counts more exactly than node does. */
const PARSER_LIMIT_BYTES = 64 * 1024
/**
 * Longer than clients keep a connection without a request: one that is closed while a request comes looks broken to its
 * client. Node's own five seconds met a client of a storm.
 */
const KEEP_ALIVE_MS = 75_000

/**
 * Serves a gateway on this machine only, over IPv4 and, where there is one, IPv6: `localhost` may mean either.
 * @param port 0 takes a free one
 * @throws UserError when the port is taken or not allowed
 */
export async function listen(gateway: Gateway, port: number): Promise<Listener> {
  const server = await open(gateway, '127.0.0.1', port)
  const { port: actual } = server.address() as AddressInfo
  const servers = [server]
  try {
    servers.push(await open(gateway, '::1', actual))
  } catch (error) {
    // A port that was free on IPv4 is a find; one that was asked for has to be ours alone.
    if (port !== 0 && error instanceof UserError) {
      server.close()
      throw error
    }
  }
  return {
    port: actual,
    close: async () => {
      await Promise.all(servers.map(shut))
    },
  }
}

async function open(gateway: Gateway, host: string, port: number): Promise<Server> {
  const server = createServer(
    { maxHeaderSize: PARSER_LIMIT_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      void answer(gateway, request, response)
    },
  )
  server.on('clientError', refuse)
  // A client that announces too long a body with "Expect: 100-continue" need not send it.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!isTooLong(request)) response.writeContinue()
    void answer(gateway, request, response)
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE'))
      throw new UserError(`Port ${port} is in use: set PORT to another one, or end what listens there.`)
    if (hasCode(error, 'EACCES')) throw new UserError(`Port ${port} is not allowed to this user: set PORT.`)
    throw error
  }
  return server
}

async function answer(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request)
  if (body === 'aborted') return
  if (body === 'too long') {
    // The rest of the request is read and forgotten: a client whose sending fails would not read the answer.
    request.resume()
    return send(response, gatewayMessage(413, 'Request Entity Too Large'), true)
  }
  const { method = '', url = '/', rawHeaders, socket } = request
  const remoteAddress = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const answered = await gateway.handle({
    method,
    path: url,
    headers: pairs(rawHeaders),
    body,
    remoteAddress,
  })
  send(response, answered)
}

/** `'aborted'` when the client is gone before it has sent everything. */
async function readBody(request: IncomingMessage): Promise<Buffer | 'too long' | 'aborted'> {
  if (isTooLong(request)) return 'too long'
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Leaving the loop would destroy the socket, and the answer with it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer)
      if ((length += (chunk as Buffer).length) > BODY_LIMIT_BYTES) return 'too long'
    }
  } catch {
    return 'aborted'
  }
  return Buffer.concat(chunks)
}

const isTooLong = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES

function send(response: ServerResponse, { status, headers, cookies, body }: HttpResponse, last = false): void {
  const cookie = cookies.length > 0 ? { 'set-cookie': cookies } : {}
  const connection = last ? { connection: 'close' } : {}
  // HTTP/1.1 keeps connections open without saying so, and clients that send back the headers of an answer cannot
  // send `Connection` or `Keep-Alive`.
  if (!last) response.removeHeader('connection')
  response.writeHead(status, { ...headers, ...cookie, ...connection }).end(body)
}

/** Answers what is not HTTP, or has more headers than the parser takes. */
function refuse(error: Error, socket: Socket): void {
  if (!socket.writable || hasCode(error, 'ECONNRESET')) return void socket.destroy()
  const [status, message] = hasCode(error, 'HPE_HEADER_OVERFLOW')
    ? [431, 'Request Header Fields Too Large']
    : hasCode(error, 'ERR_HTTP_REQUEST_TIMEOUT')
      ? [408, 'Request Timeout']
      : [400, 'Bad Request']
  const body = JSON.stringify({ message })
  const head = `HTTP/1.1 ${status} ${message}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`)
}

function pairs(rawHeaders: string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] as string,
    rawHeaders[2 * index + 1] as string,
  ])
}

async function shut(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection that answers its last request now would be kept alive for another.
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const cut = setTimeout(() => server.closeAllConnections(), LINGER_MS)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
