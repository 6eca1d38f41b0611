import { Command } from 'commander'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { readFloors } from './floors.js'

/** The checks of `npm run check`, the longest first. */
const CHECKS = [
  'eslint .',
  'tsc',
  'prettier --check .',
  // Exports that a room was for stay where the room was taken out.
  `knip --no-progress${readFloors().isPart ? ' --exclude exports,types' : ''}`,
  'cspell --no-progress --no-summary',
]

/** Each of them keeps one core busy. */
const atOnce = pLimit(2)

/** Runs a check, and prints what it says if it fails. @returns whether it passed */
async function passes(check: string): Promise<boolean> {
  const child = spawn(check, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await ended) as [number | null]
  if (code !== 0) console.error(`${check} failed:\n${said.join('')}`)
  return code === 0
}

new Command('npm run check --').description('Runs all static checks').parse()
const passed = await Promise.all(CHECKS.map((check) => atOnce(() => passes(check))))
if (passed.includes(false)) process.exitCode = 1
