import type { Site } from '../../runtime/site.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { operations as operations1 } from './operations.v1.js'
import { v1 } from '../../hal/v1/version.js'
import { operations as operations2 } from './operations.v2.js'
import { v2 } from '../../hal/v2/version.js'
import type { ApiVersion } from '../../hal/version.js'

export interface DescribedVersion {
  version: ApiVersion
  operations: Operations
}

/** Returns every version with its operations, newest first. */
export const describedVersions = (site: Site): DescribedVersion[] => [
  { version: v2, operations: operations2(site) },
  { version: v1, operations: operations1(site) },
]
