import type { ApiVersion } from '../version.js'

export const v2: ApiVersion = { path: '/api/v2', keyHeader: 'OSDI-API-Token' }
