import { describe, expect, it } from 'vitest'
import { PERMISSIONS, type Permission, mayDo } from '../../../lib/access/permissions.js'
import { ROLES, type Role } from '../../../lib/access/group.js'

const of = (role: Role) => PERMISSIONS.filter((permission) => mayDo(role, permission))

/** The whole table, written out: a permission that is added fails here until each role's right to it is decided. */
const TABLE: Record<Permission, Role[]> = {
  see_actions: ['creator', 'administrator', 'organizer', 'member'],
  see_statistics: ['creator', 'administrator', 'organizer', 'member'],
  change_events: ['creator', 'administrator', 'organizer'],
  see_guests: ['creator', 'administrator', 'organizer'],
  check_in: ['creator', 'administrator', 'organizer'],
  change_guests: ['creator', 'administrator', 'organizer'],
  target: ['creator', 'administrator', 'organizer'],
  see_people: ['creator', 'administrator', 'organizer'],
  change_people: ['creator', 'administrator', 'organizer'],
  import: ['creator', 'administrator', 'organizer'],
  campaigns: ['creator', 'administrator', 'organizer'],
  calendars: ['creator', 'administrator', 'organizer'],
  read_log: ['creator', 'administrator', 'organizer'],
  keys: ['creator', 'administrator'],
  webhooks: ['creator', 'administrator'],
  members: ['creator', 'administrator'],
  settings: ['creator', 'administrator'],
}

describe('the permissions of a role', () => {
  it.each(Object.entries(TABLE) as [Permission, Role[]][])('%s', (permission, roles) => {
    expect(ROLES.filter((role) => mayDo(role, permission))).toEqual(roles)
  })

  it('are all for the creator and administrators, and for members those to look at events', () => {
    expect(of('creator')).toEqual(PERMISSIONS)
    expect(of('administrator')).toEqual(PERMISSIONS)
    expect(of('member')).toEqual(['see_actions', 'see_statistics'])
  })
})
