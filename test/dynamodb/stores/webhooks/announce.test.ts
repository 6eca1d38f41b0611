import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { announcingAttendance } from '../../../../lib/dynamodb/stores/webhooks/announce.js'
import { openTable } from '../../../../lib/dynamodb/table.js'
import {
  type Play,
  type ScriptedDynamoDB,
  says,
  startScriptedDynamoDB,
} from '../../../support/engine/scripted-dynamodb.js'

let host: ScriptedDynamoDB
beforeEach(async () => void (host = await startScriptedDynamoDB()))
afterEach(() => host.close())

/** A campaign of an owner, as DynamoDB answers it. */
const campaignOf = (owner: string): Play => says(200, { Item: { owner: { S: owner } } })
const noWebhook = says(200, { Items: [] })

/** Answers two requests when both are there: one that waited for the answer to the other would never be sent. */
function atOnce(campaign: Play): Play[] {
  const waiting: ServerResponse[] = []
  const hold: Play = (answer) => {
    if (waiting.push(answer) < 2) return
    for (const [i, { body }] of host.received.entries())
      (body.Key ? campaign : noWebhook)(waiting[i] as ServerResponse)
  }
  return [hold, hold]
}

const ask = () =>
  announcingAttendance(openTable({ tableName: 't', dynamodbEndpoint: host.endpoint }), {
    owner: 'group:one',
    event_campaign_id: 'spring',
  })
const partitions = () =>
  host.received.map(({ body }) => body.Key?.pk.S ?? body.ExpressionAttributeValues[':pk'].S).sort()

describe('an attendance of an event in a campaign', () => {
  it('asks for the webhooks of its owner and for the campaign at once', async () => {
    host.script = atOnce(campaignOf('group:one'))
    expect(await ask()).toMatchObject({ announced: {} })
    expect(partitions()).toEqual(['event_campaign#spring', 'webhooks#group:one'])
  })

  it('asks for the webhooks of the owner of the campaign, too, where that is another one', async () => {
    const webhook = { types: { L: [{ S: 'attendance.created' }] }, enabled: { BOOL: true } }
    host.script = [...atOnce(campaignOf('group:two')), says(200, { Items: [webhook] })]
    expect(await ask()).toMatchObject({ announced: { announces: 'webhooks' } })
    expect(partitions()).toEqual(['event_campaign#spring', 'webhooks#group:one', 'webhooks#group:two'])
  })
})
