import type { Texts } from '../texts.js'
import { access } from './es/access.js'
import { campaigns } from './es/campaigns.js'
import { events } from './es/events.js'
import { frame } from './es/frame.js'
import { guests } from './es/guests.js'
import { helpers } from './es/helpers.js'
import { imports } from './es/imports.js'
import { messages } from './es/messages.js'
import { people } from './es/people.js'
import { results } from './es/results.js'
import { settings } from './es/settings.js'

/** Spanish texts of the organizer's interface. */
export const es: Texts = {
  product: 'Turnout',
  skip: 'Ir al contenido',
  language: 'Idioma',
  undo: 'Deshacer',
  copy: 'Copiar',
  copied: 'Copiado',
  groupsOnly: 'Solo los grupos los tienen.',
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
