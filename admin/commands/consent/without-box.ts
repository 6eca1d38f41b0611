import { askWithoutBox, walkWithoutBox } from '../../../lib/consent/store/without-box.js'
import { readMail } from '../../../lib/runtime/environment.js'
import { command } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { describeOwner, flag, owner, ownerIn } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import { siteOf } from '../../site.js'

export const withoutBox = command({
  name: 'without-box',
  does: 'Count who is on the mailing list by an RSVP without a box. It reads all people of the owner',
  example: 'person without-box --group 6f2b8f5e-…',
  options: { ...owner, ask: flag('--ask', 'mail each of them once, and ask whether they want to stay on it') },
  run: async ({ ask, ...values }, { settings, open }) => {
    const of = ownerIn(values)
    const { owners, table } = await open()
    await orMissing(owners.principalOf(of), describeOwner(of))
    if (ask && !readMail()) throw new UsageError('This installation sends no mail.')
    const { subscribed, without_box, asked } = ask
      ? await askWithoutBox(table, siteOf(settings()), of)
      : await walkWithoutBox(table, of)
    const counted = { subscribed, without_box, ...(ask && { asked }) }
    return { json: counted, text: formatDetails(counted) }
  },
})
