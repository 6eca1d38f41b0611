import {
  type CloudFormationClient,
  CreateChangeSetCommand,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackResourceCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  type Stack,
  type Tag,
  UpdateStackCommand,
  waitUntilChangeSetCreateComplete,
  waitUntilStackCreateComplete,
  waitUntilStackDeleteComplete,
  waitUntilStackImportComplete,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describeTable, tableFaults } from './table-faults.js'
import { ownTableOf, tableNameOf, tableStackOf, tableTemplate } from './table.js'
import type { Settings } from '../settings.js'

/*
 * The stack of the table in service: made with the first deployment, brought up to date with each. A table that exists
 * without a stack is imported: one that was restored, or one that a removal left.
 */

export interface Clients {
  cloudformation: CloudFormationClient
  dynamodb: DynamoDBClient
}

/** Seconds that a step may take. Filling a new index of a large table takes hours. */
const PATIENCE = { maxWaitTime: 6 * 3600, minDelay: 1, maxDelay: 15 }

/**
 * Makes the table or brings its stack up to date.
 * @returns the ARN of its stream
 * @throws Error naming what the table lacks to serve
 */
export async function provideTable(
  stage: string,
  settings: Settings,
  { cloudformation, dynamodb }: Clients,
): Promise<string> {
  const name = tableNameOf(stage, settings)
  const stack = tableStackOf(name)
  const template = JSON.stringify(tableTemplate(name, settings))
  const [existing, table] = await Promise.all([describeStack(cloudformation, stack), describeTable(dynamodb, name)])
  const Tags = tagsOf(settings)
  const update = () => updateStack(cloudformation, { StackName: stack, TemplateBody: template, Tags })
  if (!table) {
    // A table deployed now would be empty, and take RSVPs beside those that are missing.
    if (existing && existing.StackStatus !== 'REVIEW_IN_PROGRESS')
      throw new Error(
        `The table ${name} is gone, and its stack ${stack} is still there. Bring it back: npm run deploy -- restore --stage ${stage}. To begin without its data, delete the stack ${stack} first.`,
      )
    if (name !== ownTableOf(stage)) throw new Error(`There is no table ${name} to switch to.`)
    await createStack(cloudformation, { StackName: stack, TemplateBody: template, Tags })
  } else if (existing && existing.StackStatus !== 'REVIEW_IN_PROGRESS') await update()
  else {
    const faults = await tableFaults(dynamodb, table)
    if (faults.length > 0)
      throw new Error(`The table ${name} cannot serve as it is:\n${faults.map((each) => `- ${each}`).join('\n')}`)
    // A failed import leaves a stack without resources.
    if (existing) await deleteStack(cloudformation, stack)
    await importTable(cloudformation, stack, name, tableTemplate(name, settings))
    await update()
  }
  const stream = (await describeTable(dynamodb, name))?.LatestStreamArn
  if (!stream) throw new Error(`The table ${name} has no stream.`)
  return stream
}

/** @returns undefined where there is no stack of that name */
export async function describeStack(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    return (await client.send(new DescribeStacksCommand({ StackName: name }))).Stacks?.[0]
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return undefined
    throw error
  }
}

/** The id of the API of a stage; undefined before its first deployment. */
export async function apiOf({ cloudformation }: Clients, stage: string): Promise<string | undefined> {
  const StackName = `turnout-${stage}`
  if (!(await describeStack(cloudformation, StackName))) return undefined
  const { StackResourceDetail } = await cloudformation.send(
    new DescribeStackResourceCommand({ StackName, LogicalResourceId: 'HttpApi' }),
  )
  return StackResourceDetail?.PhysicalResourceId
}

/** The parameters of a table's stack. */
interface Wanted {
  StackName: string
  TemplateBody: string
  Tags: Tag[]
}

/** CloudFormation puts the tags of a stack on what is in it. */
const tagsOf = ({ tags = {} }: Settings): Tag[] => Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))

async function createStack(client: CloudFormationClient, wanted: Wanted) {
  await client.send(new CreateStackCommand({ ...wanted, OnFailure: 'DELETE' }))
  await waitUntilStackCreateComplete({ client, ...PATIENCE }, wanted)
}

async function updateStack(client: CloudFormationClient, wanted: Wanted) {
  try {
    await client.send(new UpdateStackCommand(wanted))
  } catch (error) {
    if (/No updates are to be performed/.test((error as Error).message)) return
    throw error
  }
  await waitUntilStackUpdateComplete({ client, ...PATIENCE }, wanted)
}

async function deleteStack(client: CloudFormationClient, StackName: string) {
  await client.send(new DeleteStackCommand({ StackName }))
  await waitUntilStackDeleteComplete({ client, ...PATIENCE }, { StackName })
}

async function importTable(client: CloudFormationClient, StackName: string, TableName: string, template: object) {
  const ChangeSetName = 'import'
  await client.send(
    new CreateChangeSetCommand({
      StackName,
      ChangeSetName,
      ChangeSetType: 'IMPORT',
      TemplateBody: JSON.stringify(template),
      ResourcesToImport: [
        {
          ResourceType: 'AWS::DynamoDB::Table',
          LogicalResourceId: 'Table',
          ResourceIdentifier: { TableName },
        },
      ],
    }),
  )
  await waitUntilChangeSetCreateComplete({ client, ...PATIENCE }, { StackName, ChangeSetName })
  await client.send(new ExecuteChangeSetCommand({ StackName, ChangeSetName }))
  await waitUntilStackImportComplete({ client, ...PATIENCE }, { StackName })
}
