import { v1 } from './v1/version.js'
import { v2 } from './v2/version.js'
import type { ApiVersion } from './version.js'

/** Every version that is served. */
export const versions: ApiVersion[] = [v1, v2]
