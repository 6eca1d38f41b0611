import type { Moment } from '../fields/moment.js'
import type { ToldEdit } from '../mail/mailing.js'

/** The new times of a date: absent ones stay as they are, null clears. */
export interface NewTimes {
  start_date?: Moment | null
  end_date?: Moment | null
}

/**
 * One edit of several dates of a series. It says before the first date changes what each of them becomes, so that an
 * edit that was interrupted is gone on with; and people are told once of all their dates.
 */
export interface SeriesEdit extends Pick<ToldEdit, 'id' | 'owner' | 'kind' | 'dates'> {
  /** The new times by the ids of the dates, where the edit moves them. */
  times: Record<string, NewTimes>
  created_date: string
}

export interface KeptEdit extends SeriesEdit, ToldEdit {
  /** All of its dates are written. */
  written?: true
}
