import { type Command as Commander, Option as CommanderOption, createArgument } from 'commander'
import type { LocalSettings } from '../lib/runtime/environment.js'
import type { OnProgress } from '../lib/targeting/store/people-of-selection.js'
import type { BodyFields } from '../lib/fields/field.js'
import { readNew } from '../lib/fields/read-body.js'
import { type Options, type Values, refuseBlank, refuseBlanks } from './options.js'
import type { Stores } from './stores.js'

/** The result of a command. */
export interface Outcome {
  /** For programs. */
  json: unknown
  /** For people. */
  text: string
  /** Whether the command worked but found a violation; the exit code is then 1. */
  violated?: boolean
}

/** The dependencies of commands. */
export interface Context {
  settings: () => LocalSettings
  /** Opens the table when a command first asks for it; it is closed after the command. */
  open: () => Promise<Stores>
  answer: (outcome: Outcome, asJson: boolean) => void
  /** Reports the progress of long work: as a bar on a terminal, else not at all. */
  progress: () => OnProgress
  /** Tells people a line while a command goes on. */
  inform: (line: string) => void
  /** Aborts when the owner ends a command that would go on for ever. */
  interrupted: () => AbortSignal
}

export interface CommandParts<Of extends Options> {
  name: string
  /** Whether it is meant where its family is called without a further word. */
  isDefault?: boolean
  /** One line. */
  does: string
  /** The example of its help, without what every command begins with. */
  example: string
  options: Of
  /** @throws OsdiError, UserError, UsageError with a message of one sentence */
  run: (values: Values<Of>, context: Context) => Promise<Outcome>
}

/** Adds a command, or a family of commands, to its parent. */
export type Add = (parent: Commander, context: Context) => void

/** Defines a command. Its values are read by the rules of the API; errors name the option. */
export function command<Of extends Options>({
  name,
  isDefault = false,
  does,
  example,
  options,
  run,
}: CommandParts<Of>): Add {
  return (parent, context) => {
    const made = parent.command(name, { isDefault }).description(does).addHelpText('after', exampleOf(example))
    const names = new Map<string, string>()
    const fields: BodyFields = {}
    for (const [as, { flags, means, schema, required, opposite }] of Object.entries(options)) {
      const field = { as, value: schema, required }
      if (flags.startsWith('<')) {
        made.addArgument(createArgument(flags, means).argParser(refuseBlank))
        fields[flags] = field
      } else {
        const option = new CommanderOption(flags, required ? `${means} (required)` : means).makeOptionMandatory(
          required,
        )
        if (option.variadic) option.argParser(refuseBlanks)
        else if (!option.isBoolean()) option.argParser(refuseBlank)
        made.addOption(option)
        names.set(option.attributeName(), option.long as string)
        fields[option.long as string] = field
        if (opposite) made.addOption(new CommanderOption(opposite.flags, opposite.means))
      }
    }
    made.action(async () => {
      const { json, ...given } = made.optsWithGlobals<Record<string, unknown>>()
      const body = Object.fromEntries([
        ...Object.entries(given).map(([attribute, value]) => [names.get(attribute), value] as const),
        ...made.registeredArguments.map((each, i) => [`<${each.name()}>`, made.args[i]] as const),
      ]) as Record<string, unknown>
      const { values } = readNew(fields, body)
      context.answer(await run(values as Values<Of>, context), json === true)
    })
  }
}

/** Groups the commands about one resource: `group create`, `group list`. */
export function family(name: string, does: string, example: string, members: Add[], alias?: string): Add {
  return (parent, context) => {
    const made = parent.command(name).description(does).addHelpText('after', exampleOf(example))
    if (alias) made.alias(alias)
    for (const add of members) add(made, context)
  }
}

const exampleOf = (example: string) => `\nExample:\n  npm run -s admin -- ${example}`
