import { copyWeek } from '../../../lib/series/copy-week.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { describeOwner, owner, ownerIn, required } from '../../options.js'
import { formatTable } from '../../output/format.js'
import { day } from './dates.js'

export const copyWeekCommand = command({
  name: 'copy-week',
  does: "Make the events of a week of the organizer's own interface again in another week, without RSVPs",
  example: 'event copy-week --group 6f2b8f5e-… --from 2027-05-03 --to 2027-05-10 --json',
  options: {
    ...owner,
    from: required('--from <day>', 'the first of the seven days', day),
    to: required('--to <day>', 'the day that it becomes, on the same weekday', day),
  },
  run: async ({ from, to, ...values }, { open }) => {
    const of = ownerIn(values)
    const { owners, events } = await open()
    await orMissing(owners.principalOf(of), describeOwner(of))
    const copies = await copyWeek(of, from, to, { events, now: () => new Date() })
    return {
      json: { count: copies.length, events: copies.map(({ id }) => id) },
      text: formatTable(
        copies.map(({ id, title, start_date }) => ({ id, title, start_date })),
        'There are no events.',
      ),
    }
  },
})
