import { Command, CommanderError } from 'commander'
import type { LocalSettings } from '../lib/runtime/environment.js'
import type { Context, Outcome } from './command.js'
import { accountCommands } from './commands/access/account.js'
import { actionsCommand } from './commands/actions.js'
import { auditCommand } from './commands/table/audit.js'
import { calendarCommands } from './commands/calendars/calendar.js'
import { repairCommand } from './commands/table/repair.js'
import { demoCommand } from './commands/table/demo.js'
import { eventCampaignCommands } from './commands/event-campaign.js'
import { eventCommands } from './commands/event.js'
import { exportCommands } from './commands/export.js'
import { groupCommands } from './commands/access/group.js'
import { importCommands } from './commands/imports/import.js'
import { keyCommands } from './commands/access/key.js'
import { linkKeyCommands } from './commands/access/link-key.js'
import { loginCommand, logoutCommand } from './commands/manage/login.js'
import { mailCommands } from './commands/mail/mail.js'
import { memberCommands } from './commands/access/member.js'
import { providerCommands } from './commands/manage/provider.js'
import { personCommands } from './commands/person.js'
import { targetCommands } from './commands/target.js'
import { webhookCommands } from './commands/webhooks/webhook.js'
import { UsageError, sentenceOf } from './errors.js'
import { progressBar } from './output/progress.js'
import { type Stores, openStores } from './stores.js'

/** The inputs and outputs of a run of the command line. */
export interface Surroundings {
  settings: () => LocalSettings
  /** Takes the answer. */
  print: (text: string) => void
  /** Takes what went wrong. */
  printError: (text: string) => void
  /** Whether complaints go to a terminal, where a bar can be drawn. */
  isWatched?: boolean | undefined
  /** Aborts when the owner ends a command that would go on for ever. */
  interrupted?: () => AbortSignal
  /** Opens the table; what measures commands counts its requests. */
  open?: (settings: LocalSettings) => Promise<Stores>
}

const COMMANDS = [
  groupCommands,
  accountCommands,
  memberCommands,
  loginCommand,
  logoutCommand,
  personCommands,
  keyCommands,
  linkKeyCommands,
  providerCommands,
  webhookCommands,
  mailCommands,
  calendarCommands,
  eventCampaignCommands,
  eventCommands,
  actionsCommand,
  targetCommands,
  demoCommand,
  auditCommand,
  repairCommand,
  exportCommands,
  importCommands,
]

const EXIT = { done: 0, refused: 1, misused: 2 } as const

/**
 * Runs one command.
 * @returns the exit code: 1 when the command was refused, not found or invalid, 2 when it was called wrongly
 */
export async function run(args: string[], surroundings: Surroundings): Promise<number> {
  let stores: Promise<Stores> | undefined
  let failed = false
  const { print: say, printError: complain, open = openStores } = surroundings
  const context: Context = {
    settings: surroundings.settings,
    open: () => (stores ??= open(surroundings.settings())),
    answer: ({ json, text, violated = false }: Outcome, asJson: boolean) => {
      say(asJson ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`)
      failed = violated
    },
    inform: (line) => complain(`${line}\n`),
    interrupted: surroundings.interrupted ?? (() => new AbortController().signal),
    progress: () => (surroundings.isWatched ? progressBar(complain) : () => undefined),
  }
  try {
    await program(context, surroundings.print, surroundings.printError).parseAsync(args, { from: 'user' })
    return failed ? EXIT.refused : EXIT.done
  } catch (error) {
    // Commander has printed what it had to say: the help that was asked for, or a complaint.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused
    complain(`${sentenceOf(error)}\n`)
    return error instanceof UsageError ? EXIT.misused : EXIT.refused
  } finally {
    await stores?.then(({ close }) => close()).catch(() => undefined)
  }
}

/** Makes the command line. @param say writes help, @param complain what is wrong */
export function program(context: Context, say: (text: string) => void, complain: (text: string) => void): Command {
  const root = new Command('npm run -s admin --')
    .description("Turnout's command line for its owner, on the local table or, with TABLE_NAME set, a deployed one")
    .option('--json', 'print JSON alone')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: say,
      writeErr: complain,
      // One sentence: commander puts its suggestions on a line of their own.
      outputError: (text, write) =>
        write(
          `${text
            .replace(/^error: /, '')
            .trim()
            .replaceAll('\n', ' ')}\n`,
        ),
    })
    .addHelpText('after', '\nExample:\n  npm run -s admin -- key create --group 6f2b8f5e-… --json')
  for (const add of COMMANDS) add(root, context)
  return root
}
