/** The looks of the group that a mail is from. */
export interface Letterhead {
  /** The name of the group; absent for an individual account. */
  title?: string | undefined
  colour?: string | undefined
  logo_url?: string | undefined
}

/** Returns the looks among the settings of an owner. */
export const lookOf = ({ colour, logo_url }: Letterhead): Letterhead => ({ colour, logo_url })

/** The colours of a group in a mail. Programs of mail know no relative colours, so they are computed here. */
export interface MailColours {
  /** Can be read on white. */
  light: string
  /** Can be read on the background of a dark program. */
  dark: string
}

/** The background of most programs at night. Lighter ones need lighter words, so this is the lightest of them. */
export const NIGHT = '#2b2b2b'
const MOST_STEPS = 100
/** The least contrast of words (WCAG 2.2, 1.4.3). */
const READABLE = 4.5

/** Returns the colours of a group for words; undefined for a text that is no colour. */
export function mailColours(colour: string | undefined): MailColours | undefined {
  if (colour === undefined || !/^#[0-9a-f]{6}$/i.test(colour)) return undefined
  return {
    light: readable(colour, '#ffffff', '#000000'),
    dark: readable(colour, NIGHT, '#ffffff'),
  }
}

/** Mixes a colour with another one, no more than it must to be read on a background. */
function readable(colour: string, background: string, towards: string): string {
  let mixed = colour.toLowerCase()
  for (let step = 1; contrastOf(mixed, background) < READABLE; step += 1)
    mixed = mixOf(colour, towards, step / MOST_STEPS)
  return mixed
}

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const mixOf = (one: string, other: string, share: number): string => {
  const others = channelsOf(other)
  const mixed = channelsOf(one).map((channel, i) => Math.round(channel * (1 - share) + (others[i] as number) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast of two colours (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
