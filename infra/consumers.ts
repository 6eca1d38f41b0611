/* Functions that no request calls; their events stand in infra/streams.yml. */

export const numberers = ['streams/number-members', 'streams/sweep-unnumbered']
export const consumers = [...numberers, 'streams/compute-results']
