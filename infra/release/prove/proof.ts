/** A thing that was tried, and its result. */
export interface Proof {
  title: string
  /** The result, with figures. */
  seen: string
  /** Whether it is well: not tried, or for a person to look at, where it is neither. */
  outcome: 'yes' | 'no' | 'not tried' | 'look'
}

/** A result that a person has to look at. */
export class ToBeSeen extends Error {
  override readonly name = 'ToBeSeen'
}

/** A time as people read it: 1,234 ms. */
export const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en-US')} ms`

/** Tries something, and says how long it took. What it throws is a fault, and not the end of the others. */
export async function proving(title: string, work: () => Promise<string>): Promise<Proof> {
  const began = performance.now()
  try {
    const seen = await work()
    return { title, seen: `${seen} (${milliseconds(performance.now() - began)} in all)`, outcome: 'yes' }
  } catch (error) {
    return { title, seen: (error as Error).message, outcome: error instanceof ToBeSeen ? 'look' : 'no' }
  }
}

/** A thing that an option would have tried. */
export const untried = (title: string, option: string): Proof => ({
  title,
  seen: `without ${option}`,
  outcome: 'not tried',
})

/** The report, in Markdown. @param about what was tried: sentences beneath its heading */
export const reportOf = (title: string, about: string[], proofs: Proof[]): string =>
  [
    `# ${title}`,
    ...about,
    [
      '| What | Well | Seen |',
      '| --- | --- | --- |',
      ...proofs.map((each) => `| ${each.title} | ${each.outcome} | ${each.seen.replaceAll('|', '\\|')} |`),
    ].join('\n'),
    '',
  ].join('\n\n')
