import { suppressAddress } from '../../../lib/mail/bounce.js'
import { command } from '../../command.js'
import { emailAddress, flag, required } from '../../options.js'
import { peopleOfAddress } from '../../people/people-of-address.js'

export const bounce = command({
  name: 'bounce',
  does: 'Note that an address takes no mail, as a notice of a bounce or a complaint would',
  example: 'mail bounce --email ada@example.org --json',
  options: {
    email: required('--email <address>', 'the address', emailAddress),
    complaint: flag('--complaint', 'the person has complained about an email'),
  },
  run: async ({ email, complaint }, { open }) => {
    const opened = await open()
    const found = await peopleOfAddress(opened, email)
    const status = complaint ? 'spam complaint' : 'bouncing'
    await suppressAddress(opened.app, email, status, found)
    return {
      json: { email, status, people: found.map(({ id }) => id) },
      text: `Nothing goes to ${email} any more. ${found.length} people have it.`,
    }
  },
})
