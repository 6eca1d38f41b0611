import { build } from 'esbuild'
import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { PROJECT } from './layer/layer.js'

/*
 * The imports decide which modules a file of the layer may hold: a module is in it together with all that it imports,
 * as two copies of a module would not know each other's errors.
 */

const imports = await importsOfLib()
/** Modules that reach one of some folders, by the folders. */
const reaching = new Map<string, Set<string>>()

/** Returns the modules of lib that each module of lib imports, by its path in the project. Types are not imports. */
async function importsOfLib(): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    entryPoints: globSync('lib/**/*.{ts,tsx}', { cwd: PROJECT, exclude: ['**/*.d.ts'] }),
    absWorkingDir: PROJECT,
    bundle: true,
    platform: 'node',
    packages: 'external',
    loader: { '.css': 'text', '.svg': 'text' },
    outdir: 'unused',
    write: false,
    metafile: true,
  })
  return new Map(Object.entries(metafile.inputs).map(([file, { imports }]) => [file, imports.map(({ path }) => path)]))
}

/** Returns the module of lib that an import names, if it is one: `lib/sign-in/oidc/provider-client.ts`. */
export function moduleOf({ path, resolveDir }: { path: string; resolveDir: string }): string | undefined {
  const file = relative(PROJECT, resolve(resolveDir, path))
  return [file, file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.tsx')].find((each) => imports.has(each))
}

/** Whether a module of lib imports neither anything of some folders of lib, nor a module that does. */
export function reachesNone(file: string, rooms: readonly string[]): boolean {
  const found = reaching.get(rooms.join()) ?? reachingOf(rooms)
  reaching.set(rooms.join(), found)
  return !found.has(file)
}

/** Returns the modules of these folders, and all that import one of them, however many others lie between. */
function reachingOf(rooms: readonly string[]): Set<string> {
  const found = new Set([...imports.keys()].filter((file) => rooms.includes(file.split('/')[1] as string)))
  // A set that grows while it is walked: its new members are walked, too.
  for (const target of found) for (const [file, targets] of imports) if (targets.includes(target)) found.add(file)
  return found
}
