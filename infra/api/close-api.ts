import {
  ApiGatewayV2Client,
  GetStageCommand,
  type RouteSettings,
  UpdateStageCommand,
} from '@aws-sdk/client-apigatewayv2'
import type { Settings } from '../settings.js'
import { throttlesOf } from './api.js'

/*
 * Closes the HTTP API for a while: every request gets 429, whose clients try again. The template knows nothing of it,
 * so CloudFormation does not open it. A switch that is killed leaves it closed, so each deployment looks.
 */

const StageName = '$default'

/** An API, and its region. */
export interface Door {
  ApiId: string
  region?: string | undefined
}

const clientOf = ({ region }: Door) => new ApiGatewayV2Client({ ...(region && { region }) })

/** @param drainSeconds how long requests in progress may still take; the longest takes 30 */
export async function closeApi(door: Door, drainSeconds: number): Promise<void> {
  const { ApiId } = door
  const client = clientOf(door)
  const { DefaultRouteSettings, RouteSettings } = await client.send(new GetStageCommand({ ApiId, StageName }))
  const shut = (settings: RouteSettings = {}): RouteSettings => ({
    ...settings,
    ThrottlingBurstLimit: 0,
    ThrottlingRateLimit: 0,
  })
  await client.send(
    new UpdateStageCommand({
      ApiId,
      StageName,
      DefaultRouteSettings: shut(DefaultRouteSettings),
      RouteSettings: Object.fromEntries(
        Object.entries(RouteSettings ?? {}).map(([route, settings]) => [route, shut(settings)]),
      ),
    }),
  )
  console.log('The API answers 429 until the other table is in service.')
  await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000))
}

/** Opens an API that is closed, with the throttles of its stage: what they were is lost when a switch is killed. */
export async function openApi(door: Door, settings: Pick<Settings, 'throttle' | 'rsvpThrottle'>): Promise<void> {
  const { ApiId } = door
  const client = clientOf(door)
  const { DefaultRouteSettings } = await client.send(new GetStageCommand({ ApiId, StageName }))
  if (DefaultRouteSettings?.ThrottlingRateLimit !== 0) return
  await client.send(new UpdateStageCommand({ ApiId, StageName, ...throttlesOf(settings) }))
  console.log('The API is open again.')
}
