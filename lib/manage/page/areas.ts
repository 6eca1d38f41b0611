import { type Permission, mayDo } from '../../access/permissions.js'
import type { Role } from '../../access/group.js'
import { ownerPath } from '../paths.js'
import type { Texts } from '../texts.js'
import type { IconName } from './icons.js'

/** The sections of an owner, by the area that they are in, each with the permission that shows it. */
const SECTIONS = {
  events: { actions: 'see_actions' },
  people: {
    people: 'see_people',
    targeting: 'target',
    tags: 'see_people',
    blocked: 'change_people',
  },
  messages: { messages: 'target' },
  campaigns: { campaigns: 'campaigns' },
  settings: {
    settings: 'settings',
    members: 'members',
    'settings/mails': 'settings',
    calendars: 'calendars',
    keys: 'keys',
    webhooks: 'webhooks',
    import: 'import',
    log: 'read_log',
    'settings/reports': 'see_guests',
  },
} as const satisfies Record<keyof Texts['nav']['areas'], Partial<Record<keyof Texts['nav']['sections'], Permission>>>

/** One of the five areas of the interface. */
export type Area = keyof typeof SECTIONS

/** A section, by the last part of its path. */
export type Section = { [Each in Area]: keyof (typeof SECTIONS)[Each] }[Area]

export const AREA_ICONS: Record<Area, IconName> = {
  events: 'calendar-days',
  people: 'users',
  messages: 'mail',
  campaigns: 'megaphone',
  settings: 'settings',
}

const all = Object.entries(SECTIONS) as [Area, Partial<Record<Section, Permission>>][]

/**
 * Returns the places that a role may enter, each with the sections that it may see.
 * @param hasPage whether a page is there, by the path of its route
 */
export const areasFor = (role: Role, hasPage: (path: string) => boolean): { area: Area; sections: Section[] }[] =>
  all
    .map(([area, sections]) => ({
      area,
      sections: (Object.entries(sections) as [Section, Permission][])
        .filter(([section, permission]) => mayDo(role, permission) && hasPage(ownerPath(':owner', section)))
        .map(([section]) => section),
    }))
    .filter(({ sections }) => sections.length > 0)
