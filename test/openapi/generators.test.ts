import { describe, expect, it } from 'vitest'
import { get } from '../support/service.js'
import { has } from '../support/rooms.js'

/*
 * Rules of generators of clients. openapi-generator for Python and Go, oapi-codegen and openapi-python-client made
 * code that did not compile, or that refused correct answers, where one of these was broken.
 */

interface Found {
  at: string
  node: Record<string, unknown>
}

/** Every object of a document, with where it is. */
function objectsIn(value: unknown, at = ''): Found[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, each]) => objectsIn(each, `${at}/${name}`))
  return Array.isArray(value) ? inside : [{ at, node: value as Record<string, unknown> }, ...inside]
}

describe.each(['/api/v1', '/api/v2'])('generators of code for %s', async (path) => {
  const { body } = await get(`${path}/openapi.json`)
  const schemas = Object.keys(body.components.schemas)
  const found = objectsIn(body)
  const where = (breaks: (each: Found) => boolean) => found.filter(breaks).map(({ at }) => at)

  it('find no description that says a sentence twice', () => {
    const sentences = ({ description }: Found['node']) =>
      typeof description === 'string' ? description.split(/(?<=\.) /).map((each) => each.replace(/\.$/, '')) : []
    expect(where(({ node }) => new Set(sentences(node)).size < sentences(node).length)).toEqual([])
  })

  it('find no schema that hides a type of their language, or its constructor', () => {
    expect(schemas.filter((name) => ['List', 'Dict', 'Any', 'Optional', 'Union'].includes(name))).toEqual([])
    expect(schemas.filter((name) => schemas.includes(name.replace(/^New/, '')) && /^New/.test(name))).toEqual([])
  })

  it('find alternatives of bodies and answers under names', () => {
    expect(where(({ at, node }) => 'anyOf' in node && /\/(requestBody|responses)\//.test(at))).toEqual([])
  })

  it('find the type of the members of every array, and no constant booleans', () => {
    expect(where(({ node }) => node['type'] === 'array' && !('items' in node))).toEqual([])
    expect(where(({ node }) => typeof node['const'] === 'boolean')).toEqual([])
  })

  it('find messages under another tag than endpoints, which one file of a client would lose', () => {
    const tagsOf = (paths: object = {}) =>
      new Set(objectsIn(paths).flatMap(({ node }) => (node['operationId'] ? (node['tags'] as string[]) : [])))
    expect([...tagsOf(body.webhooks)].filter((tag) => tagsOf(body.paths).has(tag))).toEqual([])
    expect(tagsOf(body.webhooks).size).toBe(path === '/api/v2' && has('webhooks') ? 1 : 0)
  })

  it('find where the key goes, whom to ask, and what each operation is for', () => {
    const [scheme] = Object.keys(body.components.securitySchemes)
    expect(body.security).toEqual([{ [scheme as string]: [] }])
    expect(body.info.contact.url).toMatch(/\/docs$/)
    expect(where(({ node }) => 'operationId' in node && !node['description'])).toEqual([])
  })
})

describe('the description of version 2', async () => {
  const { body } = await get('/api/v2/openapi.json')
  const { schemas } = body.components

  it('says of bodies what the service refuses', () => {
    expect(schemas.PersonSignup.required).toEqual(['person'])
    expect(schemas.PersonSignup.properties.person.type).toBe('object')
    expect(schemas.QueryDraft.properties.include.maxItems).toBe(400)
    expect(schemas.TagDraft.properties.name.minLength).toBe(1)
    const pattern = new RegExp(schemas.EventDraft.properties.identifiers.items.pattern)
    expect(['acme:1', 'a-b_c:x:y z'].filter((each) => !pattern.test(each))).toEqual([])
    expect(['acme', 'acme:', ':1', 'ac me:1', 'acme: 1'].filter((each) => pattern.test(each))).toEqual([])
  })

  it('sets no maximum of a page, because a larger number is cut', () => {
    const { parameters } = body.paths['/api/v2/events'].get
    const perPage = parameters.find(({ name }: { name: string }) => name === 'per_page')
    expect(perPage.schema).not.toHaveProperty('maximum')
  })
})
