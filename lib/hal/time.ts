/** An instant as answers show it: ISO 8601 in UTC, without a fraction. */
export const utc = (instant: string) => `${instant.slice(0, 19)}Z`

/** A wall clock at the venue as answers show it: with a nominal `Z`, which this family's clients read. */
export const wallClock = (time: string) => `${time}Z`
