import type { BrowserContextOptions, Locator, Page } from 'playwright-core'

/** The ways in which the walks are made. Each has a phone or a desktop, a scheme, and a hand. */
export const WAYS = {
  'with a thumb on a phone, in light': {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'light',
    by: 'touch',
  },
  'by keyboard alone at a desk, in dark': {
    viewport: { width: 1280, height: 900 },
    colorScheme: 'dark',
    by: 'keyboard',
  },
  'without scripts on a phone, in dark': {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
    javaScriptEnabled: false,
    by: 'touch',
  },
  'without scripts and by keyboard at a desk, in light': {
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    javaScriptEnabled: false,
    by: 'keyboard',
  },
} as const satisfies Record<string, BrowserContextOptions & { by: 'touch' | 'keyboard' }>

export type Way = keyof typeof WAYS

/** More than any page has before a control. */
const MOST_TABS = 120

/** Fills fields and presses buttons as a person does with this hand, and counts both. */
export class Hand {
  fields = 0
  presses = 0

  constructor(
    readonly page: Page,
    private readonly by: 'touch' | 'keyboard',
  ) {}

  /** Types into a field, or chooses one of its options. */
  async fill(field: Locator, text: string): Promise<void> {
    this.fields += 1
    if (this.by === 'touch') {
      await field.tap()
      return field.fill(text)
    }
    await this.reach(field)
    await this.page.keyboard.type(typedAs(text))
  }

  /** Chooses an option by its text. */
  async choose(select: Locator, option: string): Promise<void> {
    this.presses += 1
    if (this.by === 'touch') {
      await select.selectOption(option)
      return
    }
    await this.reach(select)
    await this.page.keyboard.type(option)
  }

  /** Taps a link or a button, or presses Enter on it. */
  async press(control: Locator): Promise<void> {
    this.presses += 1
    if (this.by === 'touch') return control.tap()
    await this.reach(control)
    await this.page.keyboard.press('Enter')
  }

  /** Goes to a control with the Tab key. @throws Error where the key does not lead there */
  private async reach(control: Locator): Promise<void> {
    await control.waitFor()
    const isThere = () => control.evaluate((element) => element === element.ownerDocument.activeElement)
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await isThere()) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not lead to ${String(control)}`)
  }
}

/** Fields for days and times are typed by their parts, as American clocks and calendars show them. */
function typedAs(text: string): string {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (day) return `${day[2]}${day[3]}${day[1]}`
  const time = /^(\d\d):(\d\d)$/.exec(text)
  if (!time) return text
  const hour = Number(time[1])
  return `${String(hour % 12 || 12).padStart(2, '0')}${time[2]}${hour < 12 ? 'AM' : 'PM'}`
}
