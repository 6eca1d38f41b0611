import type { Grant } from '../../../infra/permissions/grants.js'
import { grantsByFunction } from '../../../infra/permissions/roles.js'
import type { Client } from '../../../lib/table/client/client.js'
import { actionOf } from '../clients/commands.js'

/*
 * IAM, as far as the roles of infra/permissions/roles.ts use it: whether a function may send a command. What it
 * refuses, AWS would refuse as well.
 */

/** A permission that a command takes: an action on an item, or on a partition of the table or of an index. */
export interface Demand {
  action: string
  index?: string | undefined
  leadingKey: string
  /** The attributes that an update names. */
  attributes?: string[]
}

/** A command's input, with plain values. */
interface Input {
  IndexName?: string
  Key?: { pk: string; sk: string }
  Item?: { pk: string }
  RequestItems?: Record<string, { Keys: { pk: string }[] }>
  TransactItems?: Record<string, Input>[]
  Statements?: { Statement: string; Parameters: string[] }[]
  KeyConditionExpression?: string
  ExpressionAttributeValues?: Record<string, string>
  ExpressionAttributeNames?: Record<string, string>
  UpdateExpression?: string
  ConditionExpression?: string
  ReturnValues?: string
}

const WORDS_OF_EXPRESSIONS = /^(SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)$/

/** The attributes that an update names, as IAM sees them; any where it returns an item. */
function attributesOf({ Key, UpdateExpression = '', ConditionExpression = '', ...others }: Input): string[] {
  const tokens = `${UpdateExpression} ${ConditionExpression}`.match(/:?#?[\w]+\b(?!\()/g) ?? []
  const named = tokens.filter((token) => !token.startsWith(':') && !WORDS_OF_EXPRESSIONS.test(token))
  return [
    ...Object.keys(Key ?? {}),
    ...named.map((name) => others.ExpressionAttributeNames?.[name] ?? name),
    ...((others.ReturnValues ?? 'NONE') === 'NONE' ? [] : ['*']),
  ]
}

/** Returns the permissions that a command needs; a transaction needs those of its parts. */
function demandsOf(action: string, input: Input): Demand[] {
  const of = (leadingKey = '?', name = action) => ({ action: `dynamodb:${name}`, leadingKey })
  if (action === 'TransactWriteItems')
    return (input.TransactItems ?? []).flatMap((item) =>
      Object.entries(item).flatMap(([verb, part]) =>
        demandsOf(verb === 'ConditionCheck' ? 'ConditionCheckItem' : `${verb}Item`, part),
      ),
    )
  if (action === 'BatchGetItem')
    return Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys.map(({ pk }) => of(pk)))
  if (action === 'BatchExecuteStatement')
    return (input.Statements ?? []).map(({ Statement, Parameters }) => {
      const names = [...Statement.matchAll(/'(\w+)': \?/g)].map(([, name]) => name)
      return of(Parameters[names.indexOf('pk')], Statement.startsWith('INSERT ') ? 'PartiQLInsert' : '?')
    })
  if (action === 'UpdateItem') return [{ ...of(input.Key?.pk), attributes: attributesOf(input) }]
  if (action === 'Scan') return [{ ...of(), index: input.IndexName }]
  if (action !== 'Query') return [of((input.Key ?? input.Item)?.pk)]
  const [, value = ''] = /^#?\w+ = (:\w+)/.exec(input.KeyConditionExpression ?? '') ?? []
  return [{ ...of(input.ExpressionAttributeValues?.[value]), index: input.IndexName }]
}

const allows = (grants: Grant[], { action, index, leadingKey, attributes = ['*'] }: Demand) =>
  grants.some(
    (grant) =>
      grant.actions.includes(action) &&
      grant.index === index &&
      (!grant.leadingKeys || grant.leadingKeys.some((pattern) => isLike(leadingKey, pattern))) &&
      (!grant.attributes || attributes.every((name) => grant.attributes?.includes(name))),
  )

const expressions = new Map<string, RegExp>()

/** IAM's StringLike: an asterisk is anything. */
function isLike(text: string, pattern: string): boolean {
  const expression = expressions.get(pattern) ?? expressionOf(pattern)
  expressions.set(pattern, expression)
  return expression.test(text)
}

const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

const grants = grantsByFunction()

/** @throws Error as DynamoDB would refuse, naming what the function needs and does not declare */
export function authorize(functionName: string, action: string, input: object): void {
  for (const demand of demandsOf(action, input))
    if (!allows(grants.get(functionName) ?? [], demand))
      throw new Error(
        `AccessDeniedException: ${functionName} may not ${demand.action} ${demand.index ?? ''} ${demand.leadingKey}; see its needs in lib/http/endpoints/endpoints.json`,
      )
}

/** A client that sends what the function that is running may send. */
export const guarded = (client: Client, running: () => string | undefined): Client => ({
  ...client,
  send: async (command, options) => {
    const name = running()
    if (name) authorize(name, actionOf(command), command.input)
    return client.send(command, options)
  },
})
