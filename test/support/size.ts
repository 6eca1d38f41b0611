/// <reference types="vite/client" />

/** Whether this run is `vitest run --mode long`, which takes its time. */
export const isLong = import.meta.env.MODE === 'long'

/** Returns the size of a test: usually small enough for `npm test`, and as large as was promised in a long run. */
export const sized = (usual: number, long: number): number => (isLong ? long : usual)

/** Milliseconds that a test of either size may take. */
export const timeFor = (usual: number): number => (isLong ? 10_800_000 : usual)
