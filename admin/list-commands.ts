import type { Command } from 'commander'
import { csvRow } from '../lib/csv/row.js'
import type { Context } from './command.js'
import { program } from './run.js'

/** docs/admin-commands.csv: the commands, with what they must have and what they do. */
export function commandList(): string {
  const silent = () => undefined
  // Nothing of it is used before a command runs.
  const root = program({} as Context, silent, silent)
  const rows = leavesOf(root).map(({ path, command }) => [[path, ...needed(command)].join(' '), command.description()])
  return [['Command', 'Description'], ...rows].map(csvRow).join('').replaceAll('\r', '')
}

/** Returns the commands that are no family of others. */
const leavesOf = (parent: Command, before: string[] = []): { path: string; command: Command }[] =>
  parent.commands.flatMap((command) => {
    const names = [...before, command.name()]
    return command.commands.length > 0 ? leavesOf(command, names) : [{ path: names.join(' '), command }]
  })

const needed = (command: Command): string[] => [
  ...command.registeredArguments.filter(({ required }) => required).map((each) => `<${each.name()}>`),
  ...command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
]
