/** The most bytes of a function's zip: each adds to a cold start. */
const MOST_BYTES = 150_000

/** The part of it that stays free, for a fix that cannot wait. CI names the zips that have less. */
const MARGIN = 1_000

/** Returns a sentence for each zip that leaves less than the margin. @param sizes in bytes, by function */
export const withoutMargin = (sizes: Record<string, number>): string[] =>
  Object.entries(sizes)
    .filter(([, size]) => size > MOST_BYTES - MARGIN)
    .map(
      ([name, size]) =>
        `build/${name}.zip has ${size} bytes, ${MOST_BYTES - size} under its budget; the margin is ${MARGIN}. ` +
        'Move modules to the layer (infra/package/interface.ts, layer/, other-requests.ts).',
    )
