import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Bundles hold styles and scripts as texts, which Node does not import.
registerHooks({
  load: (url, context, next) =>
    (context.importAttributes as Record<string, string> | undefined)?.['type'] === 'text'
      ? {
          format: 'module',
          source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))}`,
          shortCircuit: true,
        }
      : next(url, context),
})
