/*
 * Writes the log of the functions: a line of JSON for each event. It goes straight to the streams, as Lambda's console
 * puts a time and a tab before each line, and CloudWatch would see no JSON any more.
 */

export interface Line {
  level: 'info' | 'warn' | 'error'
  message?: string
  [name: string]: unknown
}

let origin: { function: string; version: string } | undefined

/** Names the function and its version in every line that names no route: all functions share one log group. */
export const nameLines = (name: string | undefined, version: string): void => {
  origin = name === undefined ? undefined : { function: name, version }
}

/** Writes a line; never anything of a person in it, nor of a key. */
export const log = (line: Line): void => {
  const stream = line.level === 'info' ? process.stdout : process.stderr
  const named = origin && !('route' in line) ? { ...line, ...origin } : line
  stream.write(`${JSON.stringify(named)}\n`)
}

/**
 * Numbers that CloudWatch makes metrics of, each counted by the stage alone: every other dimension would be one more
 * metric to pay for, for each of its values.
 * @returns what makes a line an embedded metric; nothing without numbers
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function metrics(stage: string, counts: Record<string, number>): object {
  const names = Object.keys(counts)
  if (names.length === 0) return {}
  const Metrics = names.map((Name) => ({ Name, Unit: 'Count' }))
  return {
    ...counts,
    stage,
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: 'Turnout', Dimensions: [['stage']], Metrics }],
    },
  }
}
