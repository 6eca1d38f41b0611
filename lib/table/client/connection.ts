/** Connections stay open between requests: a new one costs several round trips, with TLS. */
const AGENT = { keepAlive: true, maxSockets: 50 }

/** DynamoDB is next door to its functions: a connection that takes longer is not coming. */
const CONNECT_MS = 1_000

/**
 * Options of the SDK's HTTP handler, which by itself waits for ever. In a file of its own: the model of a burst
 * (tools/burst-model/machine.ts) puts another in its place.
 * @param answer_ms how long connecting, the answer's beginning, and each pause within it may take
 * @param isLocal whether the engine is on this machine, whose processor it shares with everything else
 */
export const connection = (answer_ms: number, isLocal: boolean) => ({
  connectionTimeout: isLocal ? answer_ms : Math.min(answer_ms, CONNECT_MS),
  requestTimeout: answer_ms,
  throwOnRequestTimeout: true,
  socketTimeout: answer_ms,
  httpAgent: AGENT,
  httpsAgent: AGENT,
})
