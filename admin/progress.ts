import type { Tell } from '../lib/domain/run-query.js'

const WIDTH = 30

/**
 * A bar for work that takes long, drawn over itself whenever a hundredth more is done. It is for terminals alone,
 * and needs no library.
 * @param write takes what is drawn
 * @returns what hears how far the work is, and clears the bar when all is done
 */
export function progressBar(write: (text: string) => void): Tell {
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
