/** The settings of an installation that every document shows. */
export interface Site {
  /** Base of every link, without a trailing slash: `https://events.example.org`. */
  publicUrl: string
  /** System name of native identifiers, and the prefix of our own fields and relations. */
  nativePrefix: string
  /** The `origin_system` of bodies that have none; without it, bodies must have one. */
  defaultOriginSystem?: string | undefined
  /** A key that everybody may use: that of the demo of `npm start`. The documentation fills it in. */
  demoKey?: string | undefined
}

/** A name of our own vocabulary, under the prefix of the installation: `service:hidden`. */
export const native = <Name extends string>({ nativePrefix }: Pick<Site, 'nativePrefix'>, name: Name) =>
  `${nativePrefix}:${name}` as const
