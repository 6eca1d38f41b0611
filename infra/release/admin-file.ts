import { type Plugin, build } from 'esbuild'

/**
 * Bundles the owner's command line into one file, for a deployed table: it has no engine of this machine, and the table
 * of locations is that of the release's archive.
 */
export async function bundleAdmin(outfile: string): Promise<void> {
  await build({
    entryPoints: ['admin/main.ts'],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    charset: 'utf8',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
    },
    plugins: [ofTheProject],
  })
}

/** Modules that read files of the project, by their paths, with what the single file has in their place. */
const REPLACED: Record<string, string> = {
  '/local/engine/table.js': `
    import { UserError } from './local/user-error.ts'
    export function ensureTable() {
      throw new UserError('This file works on deployed tables: set TABLE_NAME and AWS_REGION.')
    }`,
  '/infra/package/location-table.js': `
    import { UserError } from './local/user-error.ts'
    export async function ensureLocationTable() {
      const file = process.env['LOCATION_TABLE']
      if (file) return file
      throw new UserError('Set LOCATION_TABLE to locations.tsv, which is in locations.zip of the release.')
    }`,
}

const ofTheProject: Plugin = {
  name: 'of-the-project',
  setup(build) {
    build.onResolve({ filter: /\/(table|location-table)\.js$/ }, ({ path, resolveDir }) => {
      const found = Object.keys(REPLACED).find((each) => new URL(path, `file://${resolveDir}/`).pathname.endsWith(each))
      return found === undefined ? undefined : { path: found, namespace: 'of-the-project' }
    })
    build.onLoad({ filter: /./, namespace: 'of-the-project' }, ({ path }) => ({
      contents: REPLACED[path] ?? '',
      loader: 'ts',
      resolveDir: process.cwd(),
    }))
  },
}
