import { notFound } from '../../runtime/errors.js'
import { type Owner, groupIdOf } from '../../runtime/owner.js'
import { ORGANIZER_MAILS, type OrganizerMail } from '../emails-to-organizers.js'
import { has, is, all } from '../../table/condition.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getMany } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { changeItem } from '../../table/transaction.js'

/*
 * The mails about events that a person has chosen stand beside the person's role: who loses the role loses them.
 */

const CHOSEN = 'chosen_mails'

function keyOfRole(owner: Owner, person: string) {
  const group = groupIdOf(owner)
  return group === undefined ? keyOfOwner(owner) : keyOf.member(group, person)
}

/** Whether the person of a role has chosen an email. */
export const hasChosen = (role: Partial<Item> | undefined, kind: OrganizerMail): boolean =>
  chosenIn(role).includes(kind)

const chosenIn = (role: Partial<Item> | undefined): OrganizerMail[] => {
  const words = ((role?.[CHOSEN] ?? '') as string).split(' ')
  return ORGANIZER_MAILS.filter((kind) => words.includes(kind))
}

/** The mails that people of an owner have chosen. */
export function chosenMails(table: Table) {
  return {
    async find(owner: Owner, person: string): Promise<OrganizerMail[]> {
      const [role] = await getMany(table, [keyOfRole(owner, person)], { consistent: true })
      return role?.['person'] === person ? chosenIn(role) : []
    },

    /** @throws OsdiError not_found for a person without a role */
    async choose(owner: Owner, person: string, kinds: OrganizerMail[]): Promise<void> {
      const change = kinds.length > 0 ? { set: { [CHOSEN]: kinds.join(' ') } } : { remove: [CHOSEN] as const }
      const { item } = await changeItem(table, keyOfRole(owner, person), change, all(has('pk'), is('person', person)))
      if (!item) throw notFound()
    },

    /**
     * The address that an email goes to which a person has chosen.
     * @returns undefined for a person without a role, one who has not chosen it, and one who was erased
     */
    async addressOf(owner: Owner, person: string, kind: OrganizerMail): Promise<string | undefined> {
      const [role, item] = await getMany(table, [keyOfRole(owner, person), keyOf.person(person)], {
        consistent: true,
      })
      if (role?.['person'] !== person || !hasChosen(role, kind) || item?.['erased_date'] !== undefined) return undefined
      const [email] = (item?.['email_addresses'] ?? []) as { address: string }[]
      return (role['sign_in_address'] as string | undefined) ?? email?.address
    },
  }
}
