import { access } from './en/access.js'
import { campaigns } from './en/campaigns.js'
import { events } from './en/events.js'
import { frame } from './en/frame.js'
import { guests } from './en/guests.js'
import { helpers } from './en/helpers.js'
import { imports } from './en/imports.js'
import { messages } from './en/messages.js'
import { people } from './en/people.js'
import { results } from './en/results.js'
import { settings } from './en/settings.js'

/** English texts of the organizer's interface. */
export const en = {
  product: 'Turnout',
  skip: 'Skip to content',
  language: 'Language',
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  groupsOnly: 'Only groups have them.',
  ...frame,
  ...access,
  ...events,
  ...guests,
  ...helpers,
  ...results,
  ...people,
  ...messages,
  ...campaigns,
  ...settings,
  ...imports,
}
