import { check, pipe, string } from 'valibot'
import { keyIn, sourceKey } from '../../imports/source-key.js'
import { PER_SECOND, importFrom, importOptions } from '../../osdi/import-from.js'
import { type Document, isSafe, openSource } from '../../osdi/source/source.js'
import { command } from '../../command.js'
import { UsageError } from '../../errors.js'
import { flag, oneOf, optional, owner, required } from '../../options.js'
import { siteOf } from '../../site.js'

const base = pipe(
  string(),
  check(
    (value) => URL.canParse(value) && isSafe(new URL(value)),
    'must be the address of an API, with https unless it is on this machine: https://example.org/api/v2',
  ),
)

const system = pipe(
  string(),
  check((value) => /^[A-Za-z0-9_-]+$/.test(value), 'must be letters, digits, _ and -'),
)

export const fromOsdi = command({
  name: 'osdi',
  does: 'Take over what a key of another service of this API family shows; repeat it to go on, or to catch up',
  example: 'import osdi --group 6f2b8f5e-… --from https://actionnetwork.org/api/v2 --key-file key.txt',
  options: {
    from: required('--from <base url>', 'base address of version 2 of the service', base),
    ...sourceKey,
    ...owner,
    system: optional('--system <name>', 'system of its native identifiers here; its own prefix without it', system),
    ...importOptions,
    invited: optional(
      '--invited <keep|leave>',
      'whether people who are only invited are taken over, without an RSVP; left out without it',
      oneOf(['keep', 'leave']),
    ),
    lists: flag('--lists', 'take over lists of people, as tags'),
  },
  run: async (values, context) => {
    const site = siteOf(context.settings())
    const key = await keyIn(values, context.settings())
    if (key === undefined) throw new UsageError('Give --key-file, --key or IMPORT_KEY.')
    const source = openSource(values.from, { 'OSDI-API-Token': key }, values.rate ?? PER_SECOND)
    const entry = await source.get('')
    if (!entry) throw new Error(`There is no API at ${values.from}.`)
    const prefix = prefixOf(entry)
    const name = values.system ?? (prefix === site.nativePrefix ? `${prefix}-old` : prefix)
    return importFrom(
      { source, entry, prefix, system: name, from: new URL(values.from).host },
      { ...values, keepsInvited: values.invited === 'keep', lists: values.lists ?? false },
      context,
    )
  },
})

/** The prefix of native identifiers: the namespace that the entry point says, or else that of its relations. */
function prefixOf(entry: Document): string {
  const relations = Object.keys((entry['_links'] ?? {}) as object)
  const { curies = [] } = (entry['_links'] ?? {}) as { curies?: { name: string }[] }
  const curie = curies.map(({ name }) => name)
  return String(
    entry['namespace'] ??
      [...curie, ...relations.map((rel) => rel.split(':')[0])].find((each) => each !== 'osdi') ??
      'imported',
  )
}
