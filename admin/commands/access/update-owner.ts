import { pipe } from 'valibot'
import type { OwnerSettingsChange } from '../../../lib/access/owner-settings.js'
import type { Group } from '../../../lib/access/group.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import {
  color,
  consentText,
  forgetAfter,
  groupTitle,
  logoUrl,
  mailAddress,
  optInText,
  privacyPolicyUrl,
  slugText,
} from '../../../lib/access/owner-settings-fields.js'
import { country, enteredEmail, language, text, timeZone } from '../../../lib/fields/values.js'
import { command } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { switchFollowUp } from '../mail/follow-up.js'
import { describeOwner, onOrOff, optional, orDefault, positiveInteger, required } from '../../options.js'
import { formatDetails } from '../../output/format.js'

/** The command that changes the settings of a group or an account. */
export const updateOwner = (type: 'group' | 'account', what: string) =>
  command({
    name: 'update',
    does: `Change the settings of ${what}`,
    example: `${type} update 6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f10 --browser-rsvps on`,
    options: {
      id: required('<id>', `id of the ${type}`, text),
      browser_rsvps: optional(
        '--browser-rsvps <on|off>',
        'whether all events, or none, have an RSVP form; or default: those of the interface have one',
        orDefault(onOrOff),
      ),
      list_api_events: optional(
        '--list-api-events <on|off>',
        'whether pages that list events have those of the API, too',
        onOrOff,
      ),
      show_coming: optional(
        '--show-coming <on|off>',
        'whether pages of events say how many people come, from 10 on',
        onOrOff,
      ),
      title: optional('--title <title>', 'what a group is called from now on', groupTitle),
      timezone_identifier: optional(
        '--timezone <name>',
        'time zone of the pages of its team, and of events made there whose location tells none: Europe/Oslo; or default',
        orDefault(timeZone),
      ),
      language: optional(
        '--language <tag>',
        'language of the events that name none, on their pages: es; or default',
        orDefault(language),
      ),
      country: optional(
        '--country <code>',
        'country in which visitors look for towns first: CA; or default, for the United States',
        orDefault(country),
      ),
      rsvps_per_network: optional(
        '--rsvps-per-network <number>',
        'RSVPs of visitors in a minute from one network that need no proof of work; or default',
        orDefault(positiveInteger()),
      ),
      rsvps_per_event: optional(
        '--rsvps-per-event <number>',
        'the same for one event; or default',
        orDefault(positiveInteger()),
      ),
      consent_text: optional(
        '--consent-text <text>',
        'what the RSVP form says beside its button; or default',
        orDefault(consentText),
      ),
      opt_in_text: optional(
        '--opt-in-text <text>',
        'text of a box, which subscribes new people who tick it; or default, for none',
        orDefault(optInText),
      ),
      confirm_opt_in: optional(
        '--confirm-opt-in <on|off>',
        'whether a ticked box is confirmed by an email before it subscribes; on for new groups',
        onOrOff,
      ),
      rsvp_subscribes: optional(
        '--rsvp-subscribes <on|off>',
        'whether RSVPs without a key subscribe new people where there is no box; off without it',
        onOrOff,
      ),
      privacy_policy_url: optional(
        '--privacy-policy-url <url>',
        'address of the privacy policy; or default, for none',
        orDefault(privacyPolicyUrl),
      ),
      color: optional('--color <color>', 'the color of pages and mails, such as #2b4fd6; or default', orDefault(color)),
      logo_url: optional(
        '--logo-url <url>',
        'address of the logo on pages and in mails; or default, for none',
        orDefault(logoUrl),
      ),
      slug: optional(
        '--slug <words>',
        'last part of the readable address of the page of a group: river-friends',
        slugText,
      ),
      reply_to: optional(
        '--reply-to <email>',
        'where answers to mails of events go; or default, for none',
        orDefault(enteredEmail),
      ),
      mail_address: optional(
        '--mail-address <text>',
        'where the group is, at the foot of messages: a postal address; or default, for none',
        orDefault(mailAddress),
      ),
      forget_after: optional(
        '--forget-after <days>',
        'days after the end of an event after which people are erased whom nothing else ties; or default, for never',
        orDefault(pipe(positiveInteger(), forgetAfter)),
      ),
      follow_up: optional(
        '--follow-up <on|off>',
        'whether people are mailed after events: the ones who came, and the ones who did not; off without it',
        onOrOff,
      ),
    },
    run: async ({ id, follow_up, ...values }, { open }) => {
      const change: OwnerSettingsChange = values
      if ([follow_up, ...Object.values(change)].every((value) => value === undefined))
        throw new UsageError('Give at least one setting.')
      if (values.slug !== undefined && type === 'account')
        throw new UsageError('An account has no page of its own, so it has no --slug.')
      if (values.title !== undefined && type === 'account')
        throw new UsageError('An account has the name of its person, so it has no --title.')
      const { owners, table } = await open()
      const owner: Owner = `${type}:${id}`
      const isChange = Object.values(change).some((value) => value !== undefined)
      const changed = await orMissing(
        isChange ? owners.changeSettings(owner, change) : owners.settingsOf(owner),
        describeOwner(owner),
      )
      if (follow_up !== undefined) await switchFollowUp(table, owner, follow_up)
      const { sign_in_address: _address, ...settings } = { sign_in_address: undefined, ...changed }
      const { former_slugs: former, ...details }: Partial<Group> = settings
      return {
        json: settings,
        text: formatDetails({ ...details, ...(former && { former_slugs: former.join(', ') }) }),
      }
    },
  })
