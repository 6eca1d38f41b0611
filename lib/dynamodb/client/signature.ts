import { createHash, createHmac } from 'node:crypto'

/** Who signs. */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** A POST to the root of a host of AWS. */
export interface Signable {
  host: string
  region: string
  service: string
  /** In lower case, besides those that are added here. */
  headers: Record<string, string>
  body: string
}

/**
 * The headers of a request, signed (AWS Signature Version 4: all headers and the body).
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signed(
  { host, region, service, headers, body }: Signable,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const date = time.slice(0, 8)
  const all: Record<string, string> = {
    ...headers,
    host,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  }
  const names = Object.keys(all).sort()
  const listed = names.join(';')
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('')
  const canonical = `POST\n/\n\n${lines}\n${listed}\n${sha256(body)}`
  const scope = `${date}/${region}/${service}/aws4_request`
  const key = signingKey(secretAccessKey, date, region, service)
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${listed}, Signature=${signature}`,
  }
}

let derived: { from: string; key: Buffer } | undefined

/** The key of a day; derived once, since every request needs it. */
function signingKey(secret: string, ...parts: string[]): Buffer {
  const from = [secret, ...parts].join('\n')
  if (derived?.from !== from)
    derived = { from, key: [...parts, 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secret}`)) }
  return derived.key
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
