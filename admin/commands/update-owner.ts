import type { Owner } from '../../lib/domain/principal.js'
import { text } from '../../lib/domain/fields/values.js'
import { command } from '../command.js'
import { orMissing } from '../errors.js'
import { describeOwner, onOrOff, required } from '../options.js'
import { formatDetails } from '../format.js'

/** The command that switches what a group or an account may switch. */
export const updateOwner = (type: 'group' | 'account', what: string) =>
  command({
    name: 'update',
    does: `Switch the settings of ${what}`,
    example: `${type} update 6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f10 --browser-rsvps on`,
    options: {
      id: required('<id>', `id of the ${type}`, text),
      browser_rsvps: required(
        '--browser-rsvps <on|off>',
        'whether embeds show a form that records attendances without a key',
        onOrOff,
      ),
    },
    run: async ({ id, browser_rsvps }, { open }) => {
      const { owners } = await open()
      const owner: Owner = `${type}:${id}`
      const changed = await orMissing(owners.changeSettings(owner, { browser_rsvps }), describeOwner(owner))
      const { sign_in_address: _address, ...settings } = { sign_in_address: undefined, ...changed }
      return { json: settings, text: formatDetails({ ...settings }) }
    },
  })
