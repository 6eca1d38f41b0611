import { expect, it } from 'vitest'
import { withoutMargin } from '../../../infra/package/budget.js'

it('names the zips that leave less than the margin, and no other', () => {
  expect(withoutMargin({ small: 100_000, near: 149_000 })).toEqual([])
  const [sentence, ...others] = withoutMargin({ small: 100_000, nearer: 148_501 })
  expect(sentence).toContain('build/nearer.zip has 148501 bytes, 1499 under its budget')
  expect(others).toEqual([])
})
