import { expect, it } from 'vitest'
import { withoutMargin } from '../../../infra/package/budget.js'

it('the check of sizes names the zips that leave less than the margin, and no other', () => {
  expect(withoutMargin({ small: 100_000, near: 149_000 })).toEqual([])
  const [sentence, ...others] = withoutMargin({ small: 100_000, nearer: 149_001 })
  expect(sentence).toContain('build/nearer.zip has 149001 bytes, 999 under its budget')
  expect(others).toEqual([])
})
