import type { LocalSettings } from '../lib/environment.js'
import { UsageError } from './errors.js'

/** Returns the base of addresses. @throws UsageError for a deployed table without PUBLIC_URL */
export function linkBase({ publicUrl, tableName, port }: LocalSettings): string {
  if (publicUrl) return publicUrl
  if (tableName) throw new UsageError('Set PUBLIC_URL to what the links of the deployment begin with.')
  return `http://localhost:${port}`
}
