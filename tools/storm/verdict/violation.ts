/** Something that must not be, and the requests that show it. */
export interface Violation {
  sentence: string
  evidence: string[]
}

/** Makes a violation that has no evidence but itself. */
export const violation = (sentence: string): Violation => ({ sentence, evidence: [] })
