import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { PAGE_HEADERS, request } from '../support/clients/organizer.js'
import { invoke, table, useEnvironment } from '../support/service.js'

/* The resource of a launched stack that is its first organizer, with what its role allows. */

interface Answer {
  Status: string
  Reason?: string
  PhysicalResourceId: string
  Data?: { Link: string }
}

const answers: Answer[] = []
const cloudFormation = createServer((request, response) => {
  void json(request).then((body) => {
    answers.push(body as Answer)
    response.end()
  })
})
let ResponseURL: string

beforeAll(async () => {
  await new Promise<void>((resolve) => cloudFormation.listen(0, '127.0.0.1', resolve))
  ResponseURL = `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}/`
})
afterAll(() => cloudFormation.close())

async function asked(
  RequestType: string,
  Address = 'ada@launched.example.org',
  Group = 'River Friends',
): Promise<Answer> {
  await invoke('launch/first-organizer', {
    RequestType,
    ResponseURL,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Organizer',
    ResourceProperties: { Address, Group },
  })
  return answers.at(-1) as Answer
}

const groupsOf = async () =>
  (await ownerStore(table).groups({ page: 1, per_page: 100 })).members.filter(({ title }) => title === 'River Friends')

/** The cookies of who follows a link. */
const signIn = async (link: string) => (await request('POST', new URL(link).pathname, PAGE_HEADERS, '')).cookies

it('makes a group with its creator, and a link that signs in once', async () => {
  const { Status, Data, PhysicalResourceId } = await asked('Create')
  expect([Status, PhysicalResourceId]).toEqual(['SUCCESS', 'first-organizer'])
  expect(await groupsOf()).toHaveLength(1)
  expect(await signIn(Data!.Link)).not.toEqual([])
  expect(await signIn(Data!.Link)).toEqual([])
})

it('makes another link, and no second group, when it is asked again', async () => {
  const [first, second] = [await asked('Update'), await asked('Update')]
  expect(first.Data!.Link).not.toBe(second.Data!.Link)
  expect(await groupsOf()).toHaveLength(1)
})

it('makes one group, however often it is asked at once', async () => {
  const address = 'kim@launched.example.org'
  const titled = async (title: string) =>
    (await ownerStore(table).groups({ page: 1, per_page: 100 })).members.filter((each) => each.title === title)
  const all = await Promise.all(Array.from({ length: 5 }, () => asked('Create', address, 'Lake Friends')))
  expect(all.map(({ Status }) => Status)).toEqual(all.map(() => 'SUCCESS'))
  expect(await titled('Lake Friends')).toHaveLength(1)
})

it('makes nobody where the data has another native prefix, and the stack says why', async () => {
  useEnvironment({ NATIVE_PREFIX: 'acme' })
  const refused = await asked('Update', 'ada@other.example.org', 'Other Friends')
  expect(refused).toMatchObject({ Status: 'FAILED', Reason: expect.stringMatching(/begin with "service:".* "acme"/) })
  expect((await ownerStore(table).groups({ page: 1, per_page: 100 })).members).not.toContainEqual(
    expect.objectContaining({ title: 'Other Friends' }),
  )
  useEnvironment({ NATIVE_PREFIX: 'service' })
  expect(await asked('Update')).toMatchObject({ Status: 'SUCCESS' })
})

it('leaves everyone where the stack is removed', async () => {
  const { Status } = await asked('Delete')
  expect(Status).toBe('SUCCESS')
  expect(await groupsOf()).toHaveLength(1)
})
