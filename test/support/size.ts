/// <reference types="vite/client" />
/** Whether this run is `npm run test:full`, which takes its time. */
const isFull = import.meta.env.MODE === 'full'

/** How large a test is made: usually small enough for `npm test`, and as large as it was promised in a full run. */
export const sized = (usual: number, full: number): number => (isFull ? full : usual)

/** Milliseconds that a test of either size may take. */
export const timeFor = (usual: number): number => (isFull ? 3_600_000 : usual)
