/** The looks of the group that an email is from. */
export interface Letterhead {
  /** The name of the group; absent for an individual account. */
  title?: string | undefined
  color?: string | undefined
  logo_url?: string | undefined
}

/** Returns the looks among the settings of an owner. */
export const lookOf = ({ color, logo_url }: Letterhead): Letterhead => ({ color, logo_url })

/** The colors of a group in an email. Programs of mail know no relative colors, so they are computed here. */
export interface MailColors {
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

/** Returns the colors of a group for words; undefined for a text that is not a color. */
export function mailColors(color: string | undefined): MailColors | undefined {
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return undefined
  return {
    light: readable(color, '#ffffff', '#000000'),
    dark: readable(color, NIGHT, '#ffffff'),
  }
}

/** Mixes a color with another one, no more than it must to be read on a background. */
function readable(color: string, background: string, toward: string): string {
  let mixed = color.toLowerCase()
  for (let step = 1; contrastOf(mixed, background) < READABLE; step += 1)
    mixed = mixOf(color, toward, step / MOST_STEPS)
  return mixed
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const mixOf = (one: string, other: string, share: number): string => {
  const others = channelsOf(other)
  const mixed = channelsOf(one).map((channel, i) => Math.round(channel * (1 - share) + (others[i] as number) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast of two colors (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
