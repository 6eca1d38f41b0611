import { type LayerFile, PROJECT, fileOf, takenFrom } from './layer.js'

const name = 'oidc.js'
const MODULE = 'lib/sign-in/oidc/provider-client.ts'

/** Few requests speak with identity providers, so the interface loads their code with the first of them. */
export const oidc: LayerFile = {
  name,
  source: { contents: `export * from './${MODULE}'`, resolveDir: PROJECT },
  fromLayer: takenFrom(name, /\/oidc\/provider-client\.js$/, (args) => (fileOf(args) === MODULE ? '' : undefined)),
}
