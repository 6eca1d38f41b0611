import type { Site } from '../lib/runtime/site.js'
import type { LocalSettings } from '../lib/runtime/environment.js'
import { notedAddress } from '../local/http/server-address.js'
import { UsageError } from './errors.js'

/** Returns what documents show of the installation. @throws UsageError as baseOf */
export const siteOf = (settings: LocalSettings): Site => ({
  publicUrl: baseOf(settings),
  nativePrefix: settings.nativePrefix,
})

/**
 * Returns the base of addresses: PUBLIC_URL, or that of the local server that runs, or where one would run.
 * @throws UsageError for a deployed table without PUBLIC_URL
 */
export function baseOf({ publicUrl, tableName, dataDir, port }: LocalSettings): string {
  if (publicUrl) return publicUrl
  if (tableName) throw new UsageError('Set PUBLIC_URL to what the links of the deployment begin with.')
  return notedAddress(dataDir) ?? `http://localhost:${port}`
}
