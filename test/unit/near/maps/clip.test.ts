import { describe, expect, it } from 'vitest'
import { clipped } from '../../../../lib/near/maps/clip.js'

const window = { west: 0, north: 0, east: 10, south: 10 }
const cut = (path: string) => clipped(path, window, (point) => point.join())

describe('a path that is cut along a window', () => {
  it('keeps areas within it as they are, and loses those outside', () => {
    expect(cut('M1,1L9,1L9,9ZM20,20L30,20L30,30Z')).toBe('M1,1L9,1L9,9Z')
  })

  it('has the edge of the window in place of what an area has beyond it', () => {
    expect(cut('M5,5L15,5L15,8L5,8Z')).toBe('M5,5L10,5L10,8L5,8Z')
    expect(cut('M-5,-5L15,-5L15,15L-5,15Z')).toBe('M0,10L0,0L10,0L10,10Z')
  })

  it('keeps of a line the segments that may cross the window, each with both ends', () => {
    expect(cut('M-20,5L-5,5L5,5L15,5L30,5L30,30')).toBe('M-5,5L5,5L15,5')
    expect(cut('M5,5L5,20L20,20L20,5L5,5')).toBe('M5,5L5,20M20,5L5,5')
    expect(cut('M11,0L11,10')).toBe('')
  })

  it('is written as the caller asks', () => {
    expect(clipped('M1,2L3,4L5,2Z', window, ([x, y]) => `${x * 2},${y}`)).toBe('M2,2L6,4L10,2Z')
  })
})
