import { type Key, type Kind, exempt } from './kind.js'

/** Items that belong to the table as a whole. */
export const installation = {
  linkKeys: {
    title: 'keys of self-service links',
    key: (): Key => ({ pk: 'link_keys', sk: 'link_keys' }),
    parts: [],
    transfer: exempt('Links of other owners of the table are signed by the same keys.'),
    audit: exempt('No other item has to agree with it.'),
    expires: false,
  },
  secretsKey: {
    title: 'key of the secrets of webhooks and providers',
    key: (): Key => ({ pk: 'secrets_key', sk: 'secrets_key' }),
    parts: [],
    transfer: exempt('It goes with what it encrypts, which stays.'),
    audit: exempt('No other item has to agree with it.'),
    expires: false,
  },
  nativePrefix: {
    title: 'prefix of native identifiers',
    key: (): Key => ({ pk: 'native_prefix', sk: 'native_prefix' }),
    parts: [],
    transfer: exempt('The table that takes an import has its own.'),
    audit: exempt('No other item has to agree with it.'),
    expires: false,
  },
} satisfies Record<string, Kind>
