/*
 * Requests to the public API, along its links: an event, an RSVP, both versions, and what stands beside the API. They
 * make one event and one person, the same in every run as both have identifiers, and end with the RSVP declined. The
 * API deletes nothing, so these two are left, under names that say what they are.
 */

/** One request and what came of it. */
export interface Step {
  title: string
  /** 0 where no answer came. */
  status: number
  ms: number
  /** The fault, with the reference of the request for the logs. */
  fault?: string
}

interface Resource {
  _links?: Record<string, { href: string } | { href: string }[]>
  [name: string]: unknown
}

const EMAIL = 'smoke-test@example.org'
const EVENT = {
  identifiers: ['smoke:turnout'],
  title: 'Smoke test',
  start_date: '2000-01-01T12:00:00Z',
  origin_system: 'Smoke test',
}

/**
 * @param address without a slash at its end
 * @param key of a group
 * @param send what sends a request
 * @throws Error where nothing answers at the address
 */
export async function traverse(
  address: string,
  key: string,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<{ steps: Step[]; left: string[] }> {
  const steps: Step[] = []

  /** Sends a request. @returns the document, empty where it is none; later steps then say so */
  async function ask(
    title: string,
    url: string | undefined,
    { method = 'GET', body, headers = {}, status = 200 }: Asked = {},
  ): Promise<Resource & { etag?: string }> {
    if (!url) {
      steps.push({ title, status: 0, ms: 0, fault: 'no link leads there' })
      return {}
    }
    const started = performance.now()
    const done = (got: number, fault?: string) =>
      steps.push({ title, status: got, ms: Math.round(performance.now() - started), ...(fault && { fault }) })
    try {
      const answer = await send(
        new Request(new URL(url, address), {
          method,
          redirect: 'manual',
          headers: { 'osdi-api-token': key, ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
      const text = await answer.text()
      const reference = answer.headers.get('x-request-id')
      done(
        answer.status,
        answer.status === status ? undefined : `${answer.status} in place of ${status}, reference ${reference}`,
      )
      const isJson = answer.headers.get('content-type')?.includes('json')
      const document = isJson && text ? (JSON.parse(text) as Resource) : {}
      return {
        ...document,
        ...(answer.headers.get('etag') && { etag: answer.headers.get('etag') as string }),
      }
    } catch (error) {
      done(0, causeOf(error as Error))
      return {}
    }
  }

  const entry = await ask('the entry point', `${address}/api/v2`)
  if (steps[0]?.status === 0) throw new Error(`Nothing answers at ${address}: ${steps[0].fault}`)
  const lists = ['osdi:events', 'osdi:people', 'osdi:lists', 'osdi:tags', '*:event_campaigns']
  for (const rel of lists) await ask(`${rel} of the entry point`, link(entry, rel))
  await ask('a wrong key is refused', `${address}/api/v2/events`, {
    headers: { 'osdi-api-token': 'wrong' },
    status: 403,
  })

  await ask('make an event, or find it again', link(entry, 'osdi:events'), {
    method: 'POST',
    body: EVENT,
  }).then(async (event) => {
    const self = link(event, 'self')
    const read = await ask('read the event', self)
    await ask('read it again, unchanged', self, {
      headers: { 'if-none-match': read.etag ?? 'none' },
      status: 304,
    })
    await ask('ask for its headers alone', self, { method: 'HEAD' })
    await ask('change its title', self, { method: 'PUT', body: { title: EVENT.title } })
    const rsvp = await ask('record an RSVP', link(event, 'osdi:record_attendance_helper'), {
      method: 'POST',
      body: { person: { given_name: 'Smoke', family_name: 'Test', email_addresses: [{ address: EMAIL }] } },
    })
    await ask('read the RSVP', link(rsvp, 'self'))
    await ask('list the RSVPs of the event', link(event, 'osdi:attendances'))
    await ask(
      'find its person by email',
      `${link(entry, 'osdi:people')}?filter=${encodeURIComponent(`email eq '${EMAIL}'`)}`,
    )
    await ask('decline the RSVP', link(rsvp, 'self'), { method: 'PUT', body: { status: 'declined' } })
    await ask('the calendar of the event', link(event, '*:calendar'))
    await ask('the event in version 1', self?.replace('/api/v2/', '/api/v1/'), {
      headers: { 'api-key': key },
    })
  })

  await ask('the description of version 2', `${address}/api/v2/openapi.json`)
  await ask('the description of version 1', `${address}/api/v1/openapi.json`)
  await ask('the documentation', `${address}/docs`)
  await ask('the explorer', `${address}/explorer`)
  await ask('the script of embeds', `${address}/embed/widget.js`)
  await ask("the organizer's interface asks to sign in", `${address}/manage`, { status: 303 })
  await ask('nothing where there is nothing', `${address}/nothing`, { status: 404 })
  return {
    steps,
    left: [
      `an event with the identifier ${EVENT.identifiers[0]}, of the year 2000, and ${EMAIL}, whose RSVP is declined`,
    ],
  }
}

/** Fetch hides the reason why nothing answered in the cause of its error. */
function causeOf({ message, cause }: Error): string {
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string }
  return code ?? reason ?? message
}

interface Asked {
  method?: string
  body?: object
  headers?: Record<string, string>
  /** The expected status. */
  status?: number
}

function link({ _links }: Resource, rel: string): string | undefined {
  // The prefix of our own relations is a setting.
  const name = Object.keys(_links ?? {}).find((each) => each === rel || `*:${each.split(':')[1]}` === rel)
  const found = name === undefined ? undefined : _links?.[name]
  return (Array.isArray(found) ? found[0] : found)?.href
}
