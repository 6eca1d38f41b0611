import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { launchTemplate } from '../launch/template.js'
import { build, zip } from '../package/build.js'
import { bundleAdmin } from './admin-file.js'
import { notices } from './notices.js'

export interface Released {
  /** The name of each file, with its SHA-256. */
  sums: Record<string, string>
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const zipsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .sort()

/** Files whose sums are the same are the same. */
const sumsIn = (folder: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, sha256(join(folder, name))]))

/**
 * Writes the files of a release: the archive of all zips, the template of a launch that names its checksum, the command
 * line in one file, the bill of materials, the notices of licenses, and the checksums of all.
 * @param base the address at which the files will be, without a slash at its end
 * @throws Error where two builds of the same code differ
 */
export async function writeRelease(folder: string, base: string | undefined): Promise<Released> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build()
  const zips = zipsIn('build')
  refuseDifferent(sumsIn('build', zips))
  const archive = `turnout-${version}.zip`
  await zip(join(folder, archive), Object.fromEntries(zips.map((name) => [name, join('build', name)])), 0)
  const template = await launchTemplate({
    sha256: sha256(join(folder, archive)),
    archive: base && `${base}/${archive}`,
  })
  writeFileSync(join(folder, 'turnout.json'), JSON.stringify(template))
  await bundleAdmin(join(folder, 'turnout-admin.mjs'))
  const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
    maxBuffer: 1e8,
  })
  writeFileSync(join(folder, 'turnout-sbom.json'), sbom)
  writeFileSync(join(folder, 'NOTICES.txt'), notices())
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
  const sums = sumsIn(folder, readdirSync(folder).sort())
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    Object.entries(sums)
      .map(([name, sum]) => `${sum}  ${name}\n`)
      .join(''),
  )
  return { sums }
}

/** Builds once more, in another folder and process: anyone who builds a version can compare it with its files. */
function refuseDifferent(sums: Record<string, string>): void {
  const folder = '.cache/release'
  const code = `import { build } from './infra/package/build.ts'; await build('${folder}')`
  execFileSync('node', ['--import', 'tsx', '--input-type=module', '--eval', code])
  const again = sumsIn(folder, zipsIn(folder))
  rmSync(folder, { recursive: true, force: true })
  const different = Object.keys({ ...sums, ...again }).filter((name) => sums[name] !== again[name])
  if (different.length > 0) throw new Error(`Two builds differ in ${different.join(', ')}.`)
}
