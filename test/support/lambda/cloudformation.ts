import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { PropertyType, SpecDatabase } from '@aws-cdk/service-spec-types'

/*
 * A CloudFormation template held against AWS's own description of every kind of resource, without AWS.
 */

export interface Resource {
  Type: string
  Properties: any
  DependsOn?: string | string[]
  DeletionPolicy?: string
  Condition?: string
}

export interface Template {
  Resources: Record<string, Resource>
  Outputs?: Record<string, { Value: unknown }>
  Conditions?: Record<string, unknown>
}

let database: SpecDatabase | undefined
const spec = () => (database ??= loadAwsServiceSpecSync())

const kindOf = (type: string) => spec().lookup('resource', 'cloudFormationType', 'equals', type)[0]

/** Everything that CloudFormation would refuse before it creates anything, one sentence each. */
export function templateFaults(template: Template): string[] {
  const { Resources, Outputs = {} } = template
  return [
    ...Object.entries(Resources).flatMap(([id, resource]) => resourceFaults(id, resource)),
    ...referenceFaults(template, Resources, ''),
    ...referenceFaults(template, Outputs, 'Outputs.'),
    ...Object.entries(Resources).flatMap(([id, { DependsOn = [] }]) =>
      [DependsOn]
        .flat()
        .flatMap((other) => (Resources[other] ? [] : [`${id} depends on ${other}, which is not there`])),
    ),
  ]
}

function resourceFaults(id: string, { Type, Properties = {} }: Resource): string[] {
  const kind = kindOf(Type)
  if (!kind) return [`${id} is of the unknown type ${Type}`]
  return objectFaults(id, Properties, kind.properties)
}

type Properties = Record<string, { required?: boolean; type: PropertyType; previousTypes?: PropertyType[] }>

function objectFaults(path: string, value: Record<string, unknown>, properties: Properties): string[] {
  const missing = Object.entries(properties).filter(([name, { required }]) => required && value[name] === undefined)
  return [
    ...missing.map(([name]) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const property = properties[name]
      if (!property) return [`${path}.${name} is no property`]
      const faults = [property.type, ...(property.previousTypes ?? [])].map((type) =>
        valueFaults(`${path}.${name}`, inner, type),
      )
      return fewest(faults)
    }),
  ]
}

/** Returns whether CloudFormation computes a value later; it may be anything. */
const isComputed = (value: object) => {
  const [name, ...others] = Object.keys(value)
  return others.length === 0 && (name === 'Ref' || name?.startsWith('Fn::'))
}

function valueFaults(path: string, value: unknown, type: PropertyType): string[] {
  if (typeof value === 'object' && value !== null && isComputed(value)) return []
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
  const wrong = (wanted: string) => [`${path} is not ${wanted}: ${JSON.stringify(value)}`]
  switch (type.type) {
    case 'string':
      if (typeof value !== 'string') return wrong('text')
      return !type.allowedValues || type.allowedValues.includes(value) ? [] : wrong(type.allowedValues.join(' or '))
    case 'integer':
      return Number.isInteger(Number(value)) && typeof value !== 'object' ? [] : wrong('a whole number')
    case 'number':
      return Number.isFinite(Number(value)) && typeof value !== 'object' ? [] : wrong('a number')
    case 'boolean':
      return [true, false, 'true', 'false'].includes(value as string) ? [] : wrong('true or false')
    case 'array':
      if (!Array.isArray(value)) return wrong('a list')
      return value.flatMap((each, i) => valueFaults(`${path}[${i}]`, each, type.element))
    case 'map':
      if (!isPlain) return wrong('a map')
      return Object.entries(value).flatMap(([name, each]) => valueFaults(`${path}.${name}`, each, type.element))
    case 'ref':
      if (!isPlain) return wrong('an object')
      return objectFaults(
        path,
        value as Record<string, unknown>,
        spec().get('typeDefinition', type.reference.$ref).properties,
      )
    case 'union':
      return fewest(type.types.map((each) => valueFaults(path, value, each)))
    case 'null':
      return value === null ? [] : wrong('null')
    default:
      return value === null || value === undefined ? wrong('there') : []
  }
}

const fewest = (lists: string[][]) => lists.reduce((best, each) => (each.length < best.length ? each : best))

/** References to what is not in the template, or to attributes that its kind does not have. */
function referenceFaults(template: Template, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const here = path.endsWith('.') || path === '' ? `${path}${name}` : `${path}.${name}`
    if (name === 'Ref') return target(template, here, inner as string)
    if (name === 'Fn::GetAtt') {
      const [id, attribute] = (Array.isArray(inner) ? inner : (inner as string).split(/\.(.*)/s)) as [string, string]
      return target(template, here, id, attribute)
    }
    if (name === 'Fn::Sub') {
      const text = (Array.isArray(inner) ? inner[0] : inner) as string
      const own = Array.isArray(inner) ? Object.keys(inner[1] as object) : []
      return [...text.matchAll(/\$\{([^!}][^}]*)\}/g)].flatMap(([, found = '']) => {
        const [id = '', attribute] = found.split(/\.(.*)/s)
        return own.includes(id) ? [] : target(template, here, id, attribute)
      })
    }
    return referenceFaults(template, inner, here)
  })
}

function target({ Resources }: Template, path: string, id: string, attribute?: string): string[] {
  if (id.startsWith('AWS::') && attribute === undefined) return []
  const resource = Resources[id]
  if (!resource) return [`${path} refers to ${id}, which is not there`]
  if (attribute === undefined) return []
  const known = kindOf(resource.Type)?.attributes
  return !known || attribute in known
    ? []
    : [`${path} asks ${id} for ${attribute}, which a ${resource.Type} does not have`]
}

export interface Statement {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string[]>>
}

export const statementsOf = (role: Resource): Statement[] =>
  ((role.Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  )

/** Policies that allow more than what they name, one sentence each. */
export function permissionFaults({ Resources }: Template): string[] {
  return Object.entries(Resources)
    .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
    .flatMap(([id, role]) => [
      ...((role.Properties.ManagedPolicyArns ?? []) as unknown[]).map(() => `${id} has a policy of another resource`),
      ...statementsOf(role).flatMap(({ Action, Resource, Condition }) => {
        const actions = [Action].flat()
        const leading = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []
        return [
          ...actions.filter((each) => each.includes('*')).map((each) => `${id} allows ${each}`),
          ...actions
            .filter((each) => /Scan|PartiQL/.test(each))
            .filter((each) => !isScanOfPending(each, Resource))
            .filter((each) => !isInsertionOfClaims(each, leading, Condition))
            .map((each) => `${id} allows ${each}`),
          ...[Resource]
            .flat()
            .flatMap((each) => (isAnything(each) ? [`${id} allows ${actions.join()} on anything`] : [])),
          ...leading.filter((each) => /^[#*]/.test(each)).map((each) => `${id} allows keys like ${each}`),
        ]
      }),
    ])
}

/** Whether an action scans the index of pending members, and nothing else. */
const isScanOfPending = (action: string, resource: unknown) =>
  action === 'dynamodb:Scan' &&
  [resource].flat().every((each) => /:table\/[\w-]+\/index\/pending"/.test(JSON.stringify(each)))

/** Whether an action only inserts claims of contacts, by statements that name them. */
const isInsertionOfClaims = (
  action: string,
  leading: string[],
  condition: Record<string, Record<string, unknown>> = {},
) =>
  action === 'dynamodb:PartiQLInsert' &&
  leading.length > 0 &&
  leading.every((each) => each.startsWith('contact#')) &&
  condition['Null']?.['dynamodb:LeadingKeys'] === 'false'

const isAnything = (resource: unknown) => {
  const text =
    typeof resource === 'string' ? resource : ((resource as Record<string, unknown>)['Fn::Sub'] as string | undefined)
  return text !== undefined && (text === '*' || /:\*$|(function|table)[:/]\*/.test(text))
}
