import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readFloors } from '../../checks/floors.js'
import { runLine } from '../support/children.js'
import { isLong, timeFor } from '../support/size.js'
import { isWhole } from '../support/rooms.js'

const folder = mkdtempSync(join(tmpdir(), 'without-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a line, and fails with all that it said. */
async function passes(line: string): Promise<void> {
  const child = runLine(line, { HOME: folder })
  const code = await child.ended
  expect(code, `${line}\n${child.output()}${child.errors()}`).toBe(0)
}

/** Copies the project without rooms. @returns the folder of what is left */
async function without(name: string, rooms: string): Promise<string> {
  const left = join(folder, name)
  await passes(`tsx tools/take-out/main.ts ${rooms} --to ${left}`)
  symlinkSync(resolve('node_modules'), join(left, 'node_modules'))
  // One use of a room in the wrong place takes these along, and nearly every test with them: what is left passes then.
  for (const file of ['test/support/service.ts', 'lib/app/audit.ts', 'local/demo.ts'])
    expect([file, existsSync(join(left, file))]).toEqual([file, true])
  return left
}

it.runIf(isWhole)(
  'the core without all optional rooms passes its checks and tests',
  async () => {
    const left = await without('core', '--core')
    await passes(`cd ${left} && npm run check && npm test`)
  },
  timeFor(1_800_000),
)

it.runIf(isWhole).each(isLong ? Object.keys(readFloors().rooms) : ['calls', 'door', 'mobilize'])(
  'the service without %s, and what needs it, is well typed and passes its tests',
  async (room) => {
    const left = await without(room, room)
    await passes(`cd ${left} && tsc && vitest run --project unit${isLong ? ' --project service' : ''}`)
  },
  timeFor(900_000),
)
