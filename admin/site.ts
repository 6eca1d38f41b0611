import type { Site } from '../lib/domain/site.js'
import type { LocalSettings } from '../lib/environment.js'
import { UsageError } from './errors.js'

/** Returns what documents show of the installation. @throws UsageError as baseOf */
export const siteOf = (settings: LocalSettings): Site => ({
  publicUrl: baseOf(settings),
  nativePrefix: settings.nativePrefix,
})

/** Returns the base of addresses. @throws UsageError for a deployed table without PUBLIC_URL */
export function baseOf({ publicUrl, tableName, port }: LocalSettings): string {
  if (publicUrl) return publicUrl
  if (tableName) throw new UsageError('Set PUBLIC_URL to what the links of the deployment begin with.')
  return `http://localhost:${port}`
}
