/* Functions that no request calls; their events stand in infra/streams.yml. */

export const sequencers = ['streams/assign-ordinals', 'streams/sweep-pending']
export const consumers = [...sequencers, 'streams/compute-results']
