import { parseArgs } from 'node:util'

/** The options of a deployment's commands; everything else is for the serverless CLI. */
export interface Options {
  stage: string
  region?: string | undefined
  profile?: string | undefined
  table?: string | undefined
  timestamp?: string | undefined
  at?: string | undefined
  to?: string | undefined
  /** Seconds that requests in progress may take before a switch. */
  drain: number
  /** Whether questions are answered with yes. */
  yes: boolean
  /** Options that only the serverless CLI understands, as they were given. */
  others: string[]
}

const text = (short?: string) => ({ type: 'string' as const, ...(short && { short }) })

const KNOWN = {
  stage: text('s'),
  region: text('r'),
  'aws-profile': text(),
  table: text(),
  timestamp: text('t'),
  at: text(),
  to: text(),
  drain: text(),
  yes: { type: 'boolean' as const, short: 'y' },
}

/**
 * @param args of the command line, after the name of the command
 * @throws Error for an option that is given blank: a variable of the shell that is not set is no decision
 */
export function readOptions(args: string[]): Options {
  const { values, tokens } = parseArgs({
    args,
    options: KNOWN,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const known = tokens.flatMap((token) =>
    token.kind === 'option' && token.name in KNOWN
      ? [token.index, ...(token.value !== undefined && !token.inlineValue ? [token.index + 1] : [])]
      : [],
  )
  const given = (name: keyof typeof KNOWN) => {
    const value = values[name]
    if (value === '') throw new Error(`--${name} is blank: give a value, or leave it out.`)
    return typeof value === 'string' ? value : undefined
  }
  return {
    stage: values.stage === true ? '' : (given('stage') ?? 'dev'),
    region: given('region'),
    profile: given('aws-profile'),
    table: given('table'),
    timestamp: given('timestamp'),
    at: given('at'),
    to: given('to'),
    drain: Number(given('drain') ?? 30),
    yes: values.yes === true,
    others: args.filter((_, i) => !known.includes(i)),
  }
}
