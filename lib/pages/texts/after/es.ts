import type { AfterMessages } from './messages.js'

export const es: AfterMessages = {
  invite: 'Voy a {event}. Ven conmigo:',
  share: 'Compartir',
  your_link: 'Tu propio enlace',
  link_why: 'Quien venga por él cuenta como alguien que trajiste. No dice nada de ti.',
  brought: { one: 'Has traído a {count} persona.', other: 'Has traído a {count} personas.' },
  next: 'Lo que viene después',
  attend: 'Voy también',
  attend_event: 'Voy también: {event}',
  none: 'Todavía no hay nada más previsto.',
  all_of: 'Todos los eventos de {name}',
}
