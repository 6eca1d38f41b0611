import type { Command } from 'commander'
import { withTable } from '../checks/formatted.js'
import type { Context } from './command.js'
import { program } from './run.js'

/** The commands, with what they must have and what they do, as a table of Markdown. */
function commandTable(): string {
  const silent = () => undefined
  // Nothing of it is used before a command runs.
  const root = program({} as Context, silent, silent)
  return [
    '| Command | Description |',
    '| --- | --- |',
    ...leavesOf(root).map(
      ({ path, command }) => `| \`${[path, ...needed(command)].join(' ')}\` | ${command.description()} |`,
    ),
  ].join('\n')
}

/** docs/admin.md with the table of commands. */
export const withCommands = (page: string): Promise<string> =>
  withTable(page, 'docs/admin.md', 'commands', commandTable())

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
