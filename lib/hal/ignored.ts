import { splitIdentifiers } from '../fields/identifier.js'
import type { Site } from '../runtime/site.js'

/*
 * Parts of a request that have no effect although its reader accepted them. The header `Osdi-Ignored` lists them; what
 * they are besides identifiers, each subject says.
 */

/** Returns the identifiers of a request that a resource lacks: others hold them, or the native id does not exist. */
export const ignoredIdentifiers = (
  { nativePrefix }: Site,
  sent: readonly string[] | null | undefined,
  { id, identifiers }: { id: string; identifiers: string[] },
): string[] => {
  const isOwn = (each: string) => splitIdentifiers([each], nativePrefix).nativeIds[0] === id
  return (sent ?? []).filter((each) => !isOwn(each) && !identifiers.includes(each))
}
