import type { OnProgress } from '../../lib/targeting/store/people-of-selection.js'

const WIDTH = 30

/**
 * Draws a progress bar for long work on a terminal. The bar is redrawn for each percent, and cleared at the end.
 * @param write receives the text to draw
 */
export function progressBar(write: (text: string) => void): OnProgress {
  let drawn = -1
  return (done, all) => {
    const hundredths = all === 0 ? 100 : Math.min(100, Math.floor((100 * done) / all))
    if (hundredths <= drawn) return
    drawn = hundredths
    const full = Math.round((WIDTH * hundredths) / 100)
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${hundredths} %`
    write(hundredths === 100 ? `\r${' '.repeat(bar.length)}\r` : `\r${bar}`)
  }
}
