import type { Page } from 'playwright-core'

/** A text of a page that can hardly be told from its ground, with the ratio of WCAG between the two. */
export interface Faint {
  text: string
  ratio: number
}

/** The places of the lines of a page's visible texts, and the least ratio of each by its size. */
const LINES = `[...document.querySelectorAll('body *')].flatMap((element) => {
  const style = getComputedStyle(element)
  if (element.closest('svg, option, script, style, template') || !element.checkVisibility({ visibilityProperty: true }))
    return []
  const size = parseFloat(style.fontSize)
  const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType !== 3 || !node.data.trim()) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
      .filter(({ width, height }) => width > 4 && height > 4)
      .map(({ x, y, width, height }) => ({ text: node.data.trim(), least, x: x + scrollX, y: y + scrollY, width, height }))
  })
})`

/** In a rectangle of a picture, the ground is its most frequent color, and the text what differs most from it. */
const FAINT = `async ([picture, lines, scale]) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob())
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const linear = (each) => (each <= 10 ? each / 3294 : ((each / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = (color) => 0.2126 * linear(color >> 16) + 0.7152 * linear((color >> 8) & 255) + 0.0722 * linear(color & 255)
  return lines.flatMap(({ text, least, x, y, width, height }) => {
    const [left, top] = [Math.floor(x * scale), Math.floor(y * scale)]
    if (left < 0 || top < 0 || left >= image.width || top >= image.height) return []
    const { data } = context.getImageData(left, top, Math.ceil(width * scale), Math.ceil(height * scale))
    const colors = new Map()
    for (let i = 0; i < data.length; i += 4) {
      const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2]
      if (data[i + 3] === 255) colors.set(color, (colors.get(color) ?? 0) + 1)
    }
    const [ground] = [...colors].reduce((one, other) => (other[1] > one[1] ? other : one))
    const ratios = [...colors.keys()].map((color) => {
      const [bright, dark] = [luminance(ground), luminance(color)].sort((one, other) => other - one)
      return (bright + 0.05) / (dark + 0.05)
    })
    const ratio = Math.round(Math.max(...ratios) * 100) / 100
    return ratio < least ? [{ text, ratio }] : []
  })
}`

/**
 * Looks at a picture of a page: returns the texts that do not stand out from what is drawn behind them. Rules of styles
 * are not read, because browsers draw other colors where a reader has chosen a contrast theme.
 */
export async function faintTexts(page: Page): Promise<Faint[]> {
  const lines = await page.evaluate<object[]>(LINES)
  if (lines.length === 0) throw new Error('The page has no text')
  const picture = (await page.screenshot({ fullPage: true, animations: 'disabled' })).toString('base64')
  const scale = await page.evaluate<number>('devicePixelRatio')
  const blank = (await page.context().browser()?.newPage()) as Page
  try {
    return await blank.evaluate<Faint[]>(
      `(${FAINT})(${JSON.stringify([`data:image/png;base64,${picture}`, lines, scale])})`,
    )
  } finally {
    await blank.close()
  }
}
