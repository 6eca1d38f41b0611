import { type LayerFile, PROJECT, takenFrom } from './layer.js'

const name = 'sdk.js'

/**
 * The AWS SDK as a file of its own, for functions whose zips would exceed 150 KB with it. A bundle of several entries
 * keeps the unused parts of modules that are loaded late; this one has only what is used.
 */
export const sdk: LayerFile = {
  name,
  source: { contents: `export * from './lib/table/client/sdk.ts'`, resolveDir: PROJECT },
  fromLayer: takenFrom(name, /^\.\/sdk\.js$|\/client\/commands\.js$/),
}

/** The functions of hosts, each of which does most of what an organizer may do with an event; the forms of RSVPs. */
export const sdkLayered = [
  'hosting/send-form',
  'hosting/get-page',
  'hosting/update-page',
  'pages/record-attendance',
  'pages/record-series-attendances',
  'pages/update-rsvp',
]
