import { describe, expect, it } from 'vitest'
import { demo } from '../../local/demo.js'
import { UUID, adminOf, seededAdmin } from './admin.js'

const GROUP = ['--group', demo.group.id]
const { admin, json, ...address } = await seededAdmin()

describe('calendar', () => {
  const at = { PUBLIC_URL: 'https://events.example.org' }
  const deployed = (...args: string[]) =>
    adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, ...at })(...args)

  it('shows an address once, and lists calendars of all kinds without it', async () => {
    const made = await deployed('calendar', 'create', ...GROUP, '--json')
    expect(made.json).toEqual({
      id: expect.stringMatching(UUID),
      address: expect.stringMatching(/^https:\/\/events\.example\.org\/calendars\/[\w-]{43}\.ics$/),
      owner: `group:${demo.group.id}`,
      title: demo.group.title,
    })
    const campaign = demo.event_campaign.id
    const other = await deployed('calendar', 'create', '--campaign', campaign, '--title', 'Days', '--json')
    const listed = await admin('calendar', 'list', ...GROUP, '--json')
    expect(listed.json).toEqual([
      expect.objectContaining({ id: other.json.id, title: 'Days', event_campaign_id: campaign }),
      expect.objectContaining({ id: made.json.id, title: demo.group.title }),
    ])
    for (const { out } of [listed, await admin('calendar', 'list', ...GROUP)]) {
      expect(out).toContain(made.json.id)
      expect(out).not.toContain((made.json.address as string).split('/').at(-1)?.slice(0, -4))
      expect(out).not.toMatch(/[0-9a-f]{64}/)
    }
  })

  it('is revoked, also twice, and stays in the list', async () => {
    const { json: made } = await deployed('calendar', 'create', ...GROUP, '--json')
    expect(await json('calendar', 'revoke', made.id)).toEqual({ id: made.id, revoked: true })
    expect(await json('calendar', 'revoke', made.id)).toEqual({ id: made.id, revoked: true })
    expect(await json('calendar', 'list', ...GROUP)).toContainEqual(
      expect.objectContaining({ id: made.id, revoked_date: expect.any(String) }),
    )
  })

  it('wants to know of what, and that it is there', async () => {
    const misused = {
      code: 2,
      err: 'Give one of --group <id>, --account <id>, --campaign <id> and --event <id>.\n',
    }
    expect(await deployed('calendar', 'create')).toMatchObject(misused)
    expect(await deployed('calendar', 'create', ...GROUP, '--event', 'x')).toMatchObject(misused)
    for (const [option, what] of [
      ['--group', 'group'],
      ['--account', 'account'],
      ['--campaign', 'event campaign'],
      ['--event', 'event'],
    ] as const) {
      const err = `There is no ${what} with the id x.\n`
      expect(await deployed('calendar', 'create', option, 'x')).toMatchObject({ code: 1, err })
    }
    const err = 'There is no calendar with the id x.\n'
    expect(await admin('calendar', 'revoke', 'x')).toMatchObject({ code: 1, err })
  })

  it('has no address of a deployment whose own it does not know', async () => {
    const err = 'Set PUBLIC_URL to what the links of the deployment begin with.\n'
    expect(await admin('calendar', 'create', ...GROUP)).toMatchObject({ code: 2, err })
    expect(await json('calendar', 'list', '--group', demo.other_group.id)).toEqual([])
  })
})
