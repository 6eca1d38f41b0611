import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { idOf } from '../../../infra/names.js'
import { allEndpoints } from '../../../lib/http/endpoints/endpoints.js'
import { toEvent } from '../../../local/http/payload.js'
import { type Invoked, invoke, unpack } from '../../../test/support/lambda/lambda.js'
import type { Scene } from '../main.js'

/*
 * The functions of the deployment: moto runs none without Docker. So each runs here from its zip, in a process of its
 * own, with the environment that the deployment gave it, over the tables, queues and mails of the emulated AWS.
 */

const UNPACKED = resolve('.cache/rehearsal/functions')

export interface Functions {
  /** Gives a function an event. @param name its path under functions/ */
  run: (name: string, event: unknown) => Promise<Invoked>
  /** Sends a request of the API to its function. */
  ask: (endpoint: string, path: string, options?: Asked) => Promise<Answered>
}

interface Asked {
  method?: string
  body?: object
  headers?: Record<string, string>
}

interface Answered {
  status: number
  headers: Record<string, string>
  body: Document
}

/** An answer of the API, as far as the incidents read it. */
export interface Document {
  _links?: Record<string, { href: string }>
  email_addresses?: { status: string }[]
  messages?: unknown[]
  total_accepted?: number
}

/** Unpacks the layers that the deployment has. Zips follow when their function runs. */
export async function openFunctions(
  scene: Scene,
  key: string,
  { zips, prefix } = { zips: `${scene.folder}/build`, prefix: 'turnout-dev-' },
): Promise<Functions> {
  for (const layer of ['locations', 'explorer'])
    await unpack(`${zips}/${layer}.zip`, join(UNPACKED, 'layer')).then((folder) => {
      writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n')
    })
  const ready = new Map<string, Promise<{ folder: string; environment: Record<string, string> }>>()

  const prepare = async (id: string) => {
    const folder = await unpack(`${zips}/${id}.zip`, join(UNPACKED, id))
    const { Environment } = await scene.lambda.send(
      new GetFunctionConfigurationCommand({ FunctionName: `${prefix}${id}` }),
    )
    const { AWS_ENDPOINT_URL: endpoint } = scene.environment
    const environment = {
      ...Environment?.Variables,
      ...scene.environment,
      // Values that moto does not resolve, or that name an address of AWS.
      PUBLIC_URL: 'https://events.example.org',
      QUEUES_URL: `${endpoint}/123456789012/${prefix}`,
      DYNAMODB_ENDPOINT: endpoint,
      AWS_SESSION_TOKEN: 'rehearsal',
      LOCATION_TABLE: join(UNPACKED, 'layer', 'locations.tsv'),
      EXPLORER_FILE: join(UNPACKED, 'layer', 'openapi-explorer.js'),
    }
    return { folder, environment }
  }

  const run = async (name: string, event: unknown) => {
    const id = idOf({ name })
    if (!ready.has(id)) ready.set(id, prepare(id))
    const { folder, environment } = await (ready.get(id) as ReturnType<typeof prepare>)
    return invoke(folder, environment, event)
  }

  return {
    run,
    async ask(endpoint, path, { body, headers = {}, method: chosen } = {}) {
      const { route = '' } = allEndpoints.find(({ name }) => name === endpoint) ?? {}
      const [usual = '', template = ''] = route.split(' ')
      const method = chosen ?? usual
      const names = [...template.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name)
      const values =
        new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)').replaceAll(/\{\w+\+\}/g, '(.+)')}$`).exec(path) ?? []
      const request = {
        method,
        url: path,
        remoteAddress: '127.0.0.1',
        headers: Object.entries({
          host: 'events.example.org',
          'osdi-api-token': key,
          'content-type': 'application/json',
          ...headers,
        }),
        body: Buffer.from(body ? JSON.stringify(body) : ''),
      }
      const pathParameters = Object.fromEntries(names.map((name, i) => [name, values[i + 1] as string]))
      const match = { routeKey: route, pathParameters } as Parameters<typeof toEvent>[1]['match']
      const event = toEvent(request, { match, requestId: 'rehearsal', time: new Date() })
      const invoked = await run(endpoint, event)
      if (invoked.error) throw new Error(`${endpoint} failed: ${invoked.error.errorMessage}`)
      const answer = invoked.response as {
        statusCode: number
        headers?: Record<string, string>
        body?: string
      }
      return {
        status: answer.statusCode,
        headers: answer.headers ?? {},
        body: JSON.parse(answer.body?.startsWith('{') ? answer.body : '{}') as Document,
      }
    },
  }
}
