import { liftSuppression } from '../../../lib/mail/bounce.js'
import { command } from '../../command.js'
import { emailAddress, required } from '../../options.js'
import { peopleOfAddress } from '../../people/people-of-address.js'

export const lift = command({
  name: 'lift',
  does: 'Let mail go again to an address that bounced or complained',
  example: 'mail lift --email ada@example.org --json',
  options: { email: required('--email <address>', 'the address', emailAddress) },
  run: async ({ email }, { open }) => {
    const opened = await open()
    const found = await peopleOfAddress(opened, email)
    await liftSuppression(opened.app, email, ['bouncing', 'spam complaint'], found)
    return {
      json: { email, people: found.map(({ id }) => id) },
      text: `Mail goes to ${email} again. ${found.length} people have it; messages come when they subscribe.`,
    }
  },
})
