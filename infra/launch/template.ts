import { version } from '../../package.json' with { type: 'json' }
import { pascal } from '../names.js'
import { packagedTemplate } from '../inventory.js'
import { serverless } from '../serverless-cli.js'
import type { Settings } from '../settings.js'
import { partsOf, writeParts } from '../template.js'
import { tableTemplate } from '../table/table.js'
import { adapted, ownTable, underConditions } from './adapt.js'
import { CONDITIONS, RULES } from './conditions.js'
import { eventDays } from './event-days.js'
import { REGION, STAGE, STREAM, TABLE, everything, without } from './every-setting.js'
import { type Resource, joinedEntries } from './joined.js'
import { organizerResources } from './organizer-resources.js'
import { parametersInterface, parametersSection } from './parameters.js'
import { releaseResources } from './release-resources.js'
import { ADDRESS, launched } from './resolve.js'

/*
 * One template for an owner with a browser (docs/owning.md, "In ten minutes"). It is what the serverless CLI makes of
 * serverless.yml for a stage with every setting, in which each setting is a parameter, or stands under a condition. The
 * stage is the name of the stack; the table lies in it; the code comes from a bucket in it, which the first resource
 * fills from the archive of the release.
 */

interface LaunchOptions {
  /** The SHA-256 of the archive, in hexadecimal digits. */
  sha256: string
  /** The address that the archive will have, where that is known. */
  archive?: string | undefined
}

/**
 * Makes the template of a launch from what lies in build/.
 * @throws Error where something in it would be of one stage alone
 */
export async function launchTemplate({ sha256, archive }: LaunchOptions): Promise<object> {
  const location = { region: REGION, tableStream: STREAM }
  await writeParts(STAGE, everything, location)
  serverless('package', { stage: STAGE, others: [], drain: 0, yes: true }, REGION, 'pipe')
  const packaged = packagedTemplate() as { Resources: Record<string, Resource>; Outputs: Record<string, Output> }
  const raw = (settings: Settings) => rawParts(partsOf(STAGE, settings, location))
  const all = raw(everything)
  const offs = Object.entries(without).map(([condition, settings]) => [condition, raw(settings)] as const)
  const resources = joinedEntries(
    all.Resources,
    offs.map(([condition, off]) => [condition, off.Resources]),
  )
  const outputs = joinedEntries(
    all.Outputs,
    offs.map(([condition, off]) => [condition, off.Outputs]),
  )
  const id = sha256.slice(0, 12)
  const { ServerlessDeploymentBucket: _bucket, ServerlessDeploymentBucketPolicy: _policy, ...made } = packaged.Resources
  const functions = Object.fromEntries(Object.entries(made).map(([name, each]) => [name, adapted(name, each, id)]))
  const Resources = {
    ...functions,
    ...resources.entries,
    ...releaseResources(sha256),
    ...organizerResources(functions, id),
  }
  underConditions(Resources)
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `Turnout ${version}: events and RSVPs. docs/owning.md, "In ten minutes".`,
    Metadata: { 'AWS::CloudFormation::Interface': parametersInterface() },
    Parameters: parametersSection(archive),
    Rules: RULES,
    Mappings: { EventDays: eventDays },
    Conditions: { ...CONDITIONS, ...resources.conditions, ...outputs.conditions },
    ...(launched({ Resources, Outputs: { ...outputs.entries, ...OUTPUTS } }) as object),
  }
  // The table's name is in the ids of what reads its stream.
  const text = JSON.stringify(template).replaceAll(pascal(TABLE), '')
  const left = [STAGE, TABLE, REGION, 'AddressOfService', 'sls:', 'self:'].filter((name) => text.includes(name))
  if (left.length > 0) throw new Error(`The template still names ${left.join(', ')}.`)
  return JSON.parse(text) as object
}

interface Output {
  Value: unknown
  Condition?: string
}

/** The resources and outputs that no CLI makes: they are parts as they are, with its variables resolved. */
function rawParts(parts: ReturnType<typeof partsOf>) {
  const { settings, api, roles, monitoring, queues, mail, backup } = parts
  const table = tableTemplate(TABLE, settings as unknown as Settings) as { Resources: { Table: Resource } }
  const own = { Resources: { Table: ownTable(table.Resources.Table) } }
  const all = [own, api, roles, monitoring, queues, mail, backup]
  const variable = (name: string) => {
    const value = (settings as Record<string, unknown>)[name]
    if (typeof value !== 'string') throw new Error(`A text names the setting ${name}, which is none.`)
    return value
  }
  const text = JSON.stringify({
    Resources: Object.assign({}, ...all.map(({ Resources }) => Resources)) as object,
    Outputs: Object.assign({}, ...all.map((part) => ('Outputs' in part ? part.Outputs : {}))) as object,
  })
    .replaceAll('${self:service}', 'turnout')
    .replaceAll('${sls:stage}', STAGE)
    .replaceAll('${file(./package.json):version}', version)
    .replaceAll(/\$\{self:custom\.settings\.(\w+)[^}]*\}/g, (_, name: string) => variable(name))
  return JSON.parse(text) as { Resources: Record<string, Resource>; Outputs: Record<string, Output> }
}

const OUTPUTS: Record<string, Output> = {
  Address: { Value: { 'Fn::Join': ['', [ADDRESS, '/manage']] } },
  SignIn: { Condition: 'HasFirstOrganizer', Value: { 'Fn::GetAtt': ['Organizer', 'Link'] } },
  Next: {
    Value:
      'Open SignIn: the link works once, within a day. For another, update the stack with something else in SignInAgain. Then set MailFrom and AlarmAddress the same way; MailRecord1 to 3 are the records that mail needs.',
  },
}
