import { allEndpoints } from '../http/endpoints/endpoints.js'
import type { Site } from '../runtime/site.js'
import { type Operations, TAGS } from '../hal/descriptions/operation.js'
import { type Schema, object, string, maybe, flag } from '../fields/json-schema.js'
import { schemaOf, withEmbedded } from '../hal/descriptions/schema.js'
import type { ApiVersion } from '../hal/version.js'
import { type Announcements, announcementSchemas, announcementsIn } from './announcement.js'
import { bodySchema } from './body.js'
import { headers } from './headers.js'
import { alternativeSchemas, operationObject, rowsSchemas } from './operation.js'
import { gatewaySchema, problemSchema } from './refusals.js'

/**
 * Generates the OpenAPI document of a version from its routes, bodies and document schemas.
 * @param errors describes every error
 * @param announcements the messages that the version sends
 */
export function openApi(
  site: Site,
  version: ApiVersion,
  operations: Operations,
  errors: Schema,
  announcements: Announcements[] = [],
) {
  const described = paths(site, version, operations)
  return {
    openapi: '3.1.1',
    info: {
      title: `Turnout, version ${version.path.slice('/api/v'.length)}`,
      version: version.path.slice('/api/v'.length),
      description: introduction(site, version),
      contact: { name: 'The owner of this service', url: `${site.publicUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: site.publicUrl }],
    // Generated clients get a setting for the key from it. Operations without a key say so themselves.
    security: [{ [version.keyHeader]: [] }],
    tags: [...new Set([...Object.values(operations), ...announcements].map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name],
    })),
    paths: described,
    ...(announcements.length > 0 && { webhooks: announcementsIn(announcements) }),
    components: {
      securitySchemes: {
        [version.keyHeader]: {
          type: 'apiKey',
          in: 'header',
          name: version.keyHeader,
          description: 'The API key of a group or an individual account, given out by the owner of this service',
        },
      },
      headers: usedHeaders(described),
      schemas: { ...schemas(site, operations, errors), ...announcementSchemas(announcements) },
    },
  }
}

const usedHeaders = (described: object) => {
  const text = JSON.stringify(described)
  return Object.fromEntries(Object.entries(headers).filter(([name]) => text.includes(`/headers/${name}"`)))
}

const introduction = ({ publicUrl }: Site, { keyHeader, deprecated }: ApiVersion) =>
  [
    `Events and RSVPs in the OSDI dialect, as HAL+JSON. Send your key in the header \`${keyHeader}\`.`,
    deprecated && `This version is deprecated: new programs use ${deprecated.successor.path}.`,
    `Relations are documented at ${publicUrl}/docs.`,
  ]
    .filter(Boolean)
    .join(' ')

function paths(site: Site, version: ApiVersion, operations: Operations) {
  const described = allEndpoints.flatMap((endpoint) => {
    const operation = operations[endpoint.name]
    const [method = '', path = ''] = endpoint.route.split(' ')
    return operation
      ? [{ method: method.toLowerCase(), path, object: operationObject(site, version, endpoint, operation) }]
      : []
  })
  const byPath: Record<string, Record<string, (typeof described)[number]['object']>> = {}
  for (const { method, path, object } of described) (byPath[path] ??= {})[method] = object
  return byPath
}

const link = object('A link', {
  href: string('An absolute address'),
  title: maybe(string('The title of the target')),
  name: maybe(string('The prefix that the link documents')),
  templated: maybe(flag('Whether the address has a part to fill in')),
})

function schemas(site: Site, operations: Operations, errors: Schema): Record<string, Schema> {
  const all = Object.values(operations)
  const bodies = all
    .flatMap(({ body, form }) => [...(body ?? []), ...(form ? [form] : [])])
    .map((body) => [body.name, bodySchema(site, body)])
  const documents = all
    .flatMap(({ answer, keyless }) => [
      ...('mediaType' in answer ? [] : withEmbedded(answer)),
      ...(keyless ? [keyless] : []),
    ])
    .map((document) => [document.name, schemaOf(document)])
  return {
    ...(Object.fromEntries([...documents, ...bodies]) as Record<string, Schema>),
    ...alternativeSchemas(all),
    ...rowsSchemas(all),
    Link: link,
    Nothing: { ...object('An empty object, as requested', {}), additionalProperties: false },
    Error: errors,
    Problem: problemSchema(errors),
    GatewayMessage: gatewaySchema,
  }
}
