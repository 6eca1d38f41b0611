import type { Endpoint } from '../lib/http/endpoints/endpoints.js'

/** The name of a function within a deployment: `v2-list-events`. */
export const idOf = ({ name }: Pick<Endpoint, 'name'>) => name.replaceAll('/', '-')

/** As the first part of a logical id: `V2ListEvents`. */
export const pascal = (id: string) => id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())

/** The logical ids that the serverless CLI gives to a function, and to the alias of its warm instances. */
const normalized = (id: string) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', 'Dash')
export const functionId = (id: string) => `${normalized(id)}LambdaFunction`
export const aliasId = (id: string) => `${normalized(id)}ProvConcLambdaAlias`

/** The logical id that it gives to what reads the stream for a function. A table that is switched to gets another. */
export const mappingId = (id: string) => `${normalized(id)}EventSourceMappingDynamodb\${self:custom.settings.tableId}`
