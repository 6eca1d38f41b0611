/** The names of the drawings for events without a banner. */
export const COVERS = ['sunrise', 'waves', 'crowd', 'windows', 'doors'] as const
