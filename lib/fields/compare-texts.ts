/**
 * Orders texts by their code units: dates, ids and keys. `localeCompare` orders them as a language does, and its first
 * use takes 5 ms of a cold function.
 */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
