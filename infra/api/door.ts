import {
  ApiGatewayV2Client,
  GetStageCommand,
  type GetStageCommandOutput,
  type RouteSettings,
  UpdateStageCommand,
} from '@aws-sdk/client-apigatewayv2'

/*
 * Closes the HTTP API for a while: every request gets 429, whose clients try again. The template knows nothing of it,
 * so a deployment in between does not open it.
 */

const StageName = '$default'

/** The state of a closed API: the throttles to restore when it opens again. */
export type Closed = { ApiId: string } & Pick<GetStageCommandOutput, 'DefaultRouteSettings' | 'RouteSettings'>

/** @param drainSeconds how long requests in progress may still take; the longest takes 30 */
export async function closeApi(ApiId: string, drainSeconds: number, region?: string): Promise<Closed> {
  const client = new ApiGatewayV2Client({ ...(region && { region }) })
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
  return { ApiId, DefaultRouteSettings, RouteSettings }
}

export async function openApi(closed: Closed, region?: string): Promise<void> {
  const client = new ApiGatewayV2Client({ ...(region && { region }) })
  await client.send(new UpdateStageCommand({ ...closed, StageName }))
}
