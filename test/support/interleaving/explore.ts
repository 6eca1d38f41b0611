import { createHash } from 'node:crypto'
import type { Table } from '../../../lib/table/table.js'
import type { MemoryTable, Request } from './memory-table.js'

/** The work of a process: code that sends its commands to the table. */
export type Process = (table: Table) => Promise<unknown>

/** Possible faults, with their number in one run. */
export interface Faults {
  /** A process ends between two of its commands. */
  crashes?: number
  /** A write is applied, and its process gets an error instead of the answer. */
  lostAnswers?: number
  /** A process gets an error, and the write is applied at some later moment. */
  lateWrites?: number
  /** Time passes, so long that journal entries become old. */
  delays?: number
}

export interface Scenario {
  /** The table before all processes start. */
  given: () => MemoryTable
  processes: Process[]
  faults?: Faults
  /** Lets time pass. */
  delay?: () => void
  /** Begins a run; what the code draws at random or by the clock begins anew. */
  begin?: () => void
  /** Checks what must hold after every command. @throws Error otherwise */
  always?: (table: MemoryTable) => void
  /** Checks what must hold where a process has ended by itself. */
  whenDone?: (table: MemoryTable, process: number, outcome: Outcome) => void
  /**
   * Checks what must hold when every process has ended or crashed.
   * @param trace what has happened, an event in a line
   */
  finally?: (table: MemoryTable, trace: readonly string[]) => Promise<void>
}

/** The end of a process. */
export type Outcome = { value: unknown } | { error: unknown }

/** A command that a process has sent and that is not answered. */
interface Sent {
  request: Request
  /** The command in a line. */
  text: string
  answer: (value: object) => void
  fail: (error: unknown) => void
}

/** A write whose process got an error, and which is not applied yet. */
interface Late {
  process: number
  request: Request
  text: string
}

interface Runner {
  sent: Sent[]
  /** Everything that the process has seen: with the same history, the same code does the same. */
  history: string[]
  state: 'runs' | 'crashed' | 'done'
  outcome?: Outcome
}

type FaultName = keyof Faults

/** Something that can happen next. */
interface Option {
  text: string
  fault?: FaultName
  happen: () => void
}

/** One run of a scenario, one event after the other. */
class Execution {
  readonly trace: string[] = []
  private readonly table: MemoryTable
  private readonly runners: Runner[]
  private readonly late: Late[] = []
  private readonly left: Record<FaultName, number>

  constructor(private readonly scenario: Scenario) {
    const { crashes = 0, lostAnswers = 0, lateWrites = 0, delays = 0 } = scenario.faults ?? {}
    this.left = { crashes, lostAnswers, lateWrites, delays }
    scenario.begin?.()
    this.table = scenario.given()
    this.runners = scenario.processes.map(() => ({ sent: [], history: [], state: 'runs' }))
  }

  async start(): Promise<void> {
    this.scenario.processes.forEach((process, i) => this.startOne(process, i))
    await this.settle()
  }

  private startOne(process: Process, i: number): void {
    const runner = this.runners[i] as Runner
    const end = (outcome: Outcome) => {
      if (runner.state === 'crashed') return
      runner.state = 'done'
      runner.outcome = outcome
    }
    process(tableOf((request) => this.send(runner, request))).then(
      (value) => end({ value }),
      (error: unknown) => end({ error }),
    )
  }

  private send(runner: Runner, request: Request): Promise<object> {
    return new Promise((answer, fail) => runner.sent.push({ request, text: describe(request), answer, fail }))
  }

  /** Returns the possible next steps; none when all is over. */
  options(): Option[] {
    const running = this.runners.flatMap((runner, i) => (runner.state === 'runs' ? [i] : []))
    const options = running.flatMap((i) => this.optionsOf(i))
    this.late.forEach((write) =>
      options.push({ text: `the late ${write.text} of ${write.process}`, happen: () => this.runLate(write) }),
    )
    if (options.length > 0)
      options.push({ text: 'time passes', fault: 'delays', happen: () => this.scenario.delay?.() })
    return options.filter(({ fault }) => !fault || this.left[fault] > 0)
  }

  private optionsOf(i: number): Option[] {
    const runner = this.runners[i] as Runner
    const commands = runner.sent.flatMap((sent): Option[] => {
      const text = `${i} ${sent.text}`
      const run: Option = { text, happen: () => this.answer(runner, sent) }
      if (isRead(sent.request)) return [run]
      return [
        run,
        { text: `${text}, its answer is lost`, fault: 'lostAnswers', happen: () => this.lose(runner, sent) },
        { text: `${text}, later`, fault: 'lateWrites', happen: () => this.postpone(i, sent) },
      ]
    })
    return [...commands, { text: `${i} crashes`, fault: 'crashes', happen: () => this.crash(runner) }]
  }

  async take(option: Option): Promise<void> {
    const running = this.runners.map(({ state }) => state === 'runs')
    await this.repeat(option)
    this.scenario.always?.(this.table)
    this.runners.forEach(({ outcome }, i) => {
      if (running[i] && outcome) this.scenario.whenDone?.(this.table, i, outcome)
    })
  }

  /** Takes what another run has taken and checked. */
  async repeat({ text, fault, happen }: Option): Promise<void> {
    this.trace.push(text)
    if (fault) this.left[fault] -= 1
    happen()
    await this.settle()
  }

  private answer(runner: Runner, sent: Sent): void {
    remove(runner.sent, sent)
    try {
      const answer = this.table.run(sent.request)
      runner.history.push(`${sent.text} ${JSON.stringify(answer)}`)
      sent.answer(answer)
    } catch (error) {
      runner.history.push(`${sent.text} ${String(error)}`)
      sent.fail(error)
    }
  }

  private lose(runner: Runner, sent: Sent): void {
    remove(runner.sent, sent)
    this.runQuietly(sent.request)
    runner.history.push(`${sent.text} lost`)
    sent.fail(new Error('The answer is lost'))
  }

  private postpone(process: number, sent: Sent): void {
    const runner = this.runners[process] as Runner
    remove(runner.sent, sent)
    this.late.push({ process, request: sent.request, text: sent.text })
    runner.history.push(`${sent.text} lost`)
    sent.fail(new Error('The answer is lost'))
  }

  private runLate(write: Late): void {
    remove(this.late, write)
    this.runQuietly(write.request)
  }

  private runQuietly(request: Request): void {
    try {
      this.table.run(request)
    } catch {
      // No process gets its answer.
    }
  }

  private crash(runner: Runner): void {
    runner.state = 'crashed'
    runner.sent = []
  }

  /** Code runs until all of it waits for an answer. */
  private settle = () => new Promise<void>((resolve) => setImmediate(resolve))

  async end(): Promise<void> {
    await this.scenario.finally?.(this.table, this.trace)
  }

  /** The same for runs that cannot differ from here on. */
  state(): string {
    const runners = this.runners.map(({ sent, history, state }) => [
      state,
      state === 'runs' ? history : [],
      state === 'runs' ? sent.map(({ text }) => text).sort() : [],
    ])
    const late = this.late.map(({ text }) => text).sort()
    const everything = [this.table.text(), runners, late, this.left]
    return createHash('sha1').update(JSON.stringify(everything)).digest('base64')
  }
}

/** A violation, and what happened before it. */
class Violation extends Error {
  constructor(cause: unknown, trace: string[]) {
    super(`${cause instanceof Error ? cause.message : String(cause)}\nafter:\n  ${trace.join('\n  ')}`, {
      cause,
    })
  }
}

/** The extent of an exploration. */
export interface Explored {
  runs: number
  states: number
  /** Runs that went to their end. */
  ends: number
}

/**
 * Runs a scenario in every order in which its commands and faults can happen. Runs that come to the same state, by
 * the table and by what every process has seen, are followed once.
 * @throws Violation at the first order in which a check fails
 */
export async function exploreAll(scenario: Scenario): Promise<Explored> {
  const seen = new Set<string>()
  const explored = { runs: 0, states: 0, ends: 0 }
  const open: number[][] = [[]]
  for (let prefix = open.pop(); prefix; prefix = open.pop()) {
    const run = new Execution(scenario)
    explored.runs += 1
    await checked(run, async () => {
      await run.start()
      // All but the last choice were another run's, with its checks.
      for (const choice of prefix.slice(0, -1)) await run.repeat(run.options()[choice] as Option)
      const last = prefix.at(-1)
      if (last !== undefined) await run.take(run.options()[last] as Option)
      const path = [...prefix]
      for (;;) {
        const state = run.state()
        if (seen.has(state)) return
        seen.add(state)
        const options = run.options()
        if (options.length === 0) {
          explored.ends += 1
          return run.end()
        }
        for (let other = options.length - 1; other > 0; other--) open.push([...path, other])
        path.push(0)
        await run.take(options[0] as Option)
      }
    })
  }
  explored.states = seen.size
  return explored
}

/** The probability that the next step is a fault, where one can happen. */
const FAULTY = 0.1

/**
 * Runs a scenario once, in an order that is drawn.
 * @param random draws numbers from 0 to before 1
 * @throws Violation when a check fails
 */
export async function runAtRandom(scenario: Scenario, random: () => number): Promise<void> {
  const run = new Execution(scenario)
  await checked(run, async () => {
    await run.start()
    for (let options = run.options(); options.length > 0; options = run.options()) {
      const isFault = random() < FAULTY
      const wanted = options.filter(({ fault }) => (fault !== undefined) === isFault)
      const from = wanted.length > 0 ? wanted : options
      await run.take(from[Math.floor(random() * from.length)] as Option)
    }
    await run.end()
  })
}

async function checked(run: Execution, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Violation(error, run.trace)
  }
}

const remove = <Each>(from: Each[], each: Each) => void from.splice(from.indexOf(each), 1)

const isRead = ({ action }: Request) => /Get|Query/.test(action)

/** A command in a line: its name, and what it is about. */
function describe({ action, input }: Request): string {
  const keys = (input.TransactItems as Record<string, any>[] | undefined)?.map((each) => Object.values(each)[0]) ??
    (Object.values(input.RequestItems ?? {})[0] as any)?.Keys ?? [input]
  const texts = keys.map(({ Item, Key, pk, ExpressionAttributeValues: values }: any) =>
    [(Item ?? Key)?.pk ?? pk ?? values?.[':pk'], (Item ?? Key)?.sk, values && JSON.stringify(values)]
      .filter(Boolean)
      .join(' '),
  )
  return `${action} ${texts.join(', ')}`
}

/** A table as one process has it. */
/** A table whose commands something else answers. */
export function tableOf(send: (request: Request) => Promise<object>): Table {
  const client = {
    send: (command: { constructor: { name: string }; input: object }) =>
      send({ action: command.constructor.name.replace(/Command$/, ''), input: command.input }),
    destroy: () => undefined,
  }
  return { name: 'table', client: client as never, consumedCapacity: { read: 0, write: 0, requests: 0 } }
}

/** The same table for code that runs after all processes, without a scheduler. */
export const unscheduled = (table: MemoryTable): Table => tableOf(async (request) => table.run(request))
