/** Converts a date to seconds since 1970, in which items expire. */
export const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)
