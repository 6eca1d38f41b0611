import { countWithoutBox } from '../../../lib/consent/store/without-box.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { describeOwner, owner, ownerIn } from '../../options.js'
import { formatDetails } from '../../output/format.js'

export const withoutBox = command({
  name: 'without-box',
  does: 'Count who is on the mailing list by an RSVP without a box. It reads all people of the owner',
  example: 'person without-box --group 6f2b8f5e-…',
  options: owner,
  run: async (values, { open }) => {
    const of = ownerIn(values)
    const { owners, table } = await open()
    await orMissing(owners.principalOf(of), describeOwner(of))
    const counted = await countWithoutBox(table, of)
    return { json: counted, text: formatDetails({ ...counted }) }
  },
})
