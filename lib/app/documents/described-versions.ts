import type { Site } from '../../runtime/site.js'
import { operations as operations1 } from './operations.v1.js'
import { v1 } from '../../hal/v1/version.js'
import { operations as operations2 } from './operations.v2.js'
import { v2 } from '../../hal/v2/version.js'
import { type DescribedVersion, documented } from '../../openapi/pages/relations.js'
import type { Service } from '../../runtime/service.js'

/** Returns every version with its operations, newest first. */
export const describedVersions = (site: Site): DescribedVersion[] => [
  { version: v2, operations: operations2(site) },
  { version: v1, operations: operations1(site) },
]

/** The subjects of the pages of the documentation. A process finds it once, when it is asked for. */
export const documentation = ({ environment }: Service) => {
  let found: ReturnType<typeof documented> | undefined
  return () => (found ??= documented(environment, describedVersions(environment)))
}
