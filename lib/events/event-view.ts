export const EVENT_VIEWS = ['upcoming', 'past', 'drafts', 'cancelled', 'all'] as const

/** Events by what became of them. */
export type EventView = (typeof EVENT_VIEWS)[number]
