import type { ApiVersion } from '../version.js'

export const v2: ApiVersion = {
  name: 'v2',
  path: '/api/v2',
  attendances: 'attendances',
  keyHeader: 'OSDI-API-Token',
}
