import type { Site } from '../runtime/site.js'
import recorded from './examples.json' with { type: 'json' }

/** A request of a test, with its answer. */
export interface Example {
  /** With the query. */
  path: string
  body?: object
  answer: object
}

/** Returns the recorded example of an endpoint, with the addresses and the prefix of this installation. */
export function exampleOf(site: Site, name: string): Example | undefined {
  const example = (recorded as Record<string, Example>)[name]
  const { publicUrl, nativePrefix } = site
  return (
    example &&
    (JSON.parse(
      JSON.stringify(example).replaceAll('{base}', publicUrl).replaceAll('{native}', nativePrefix),
    ) as Example)
  )
}
