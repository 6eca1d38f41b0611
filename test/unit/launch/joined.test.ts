import { describe, expect, it } from 'vitest'
import { joined, joinedEntries } from '../../../infra/launch/joined.js'

const NONE = { Ref: 'AWS::NoValue' }

describe('what a setting adds to a template', () => {
  it('stands under its condition, as deep as it is', () => {
    expect(joined({ a: 1, b: { c: 2, d: 3 } }, [['Has', { a: 1, b: { d: 3 } }]])).toEqual({
      a: 1,
      b: { c: { 'Fn::If': ['Has', 2, NONE] }, d: 3 },
    })
    expect(joined([1, { two: 2 }, 3], [['Has', [1, 3]]])).toEqual([1, { 'Fn::If': ['Has', { two: 2 }, NONE] }, 3])
    expect(joined({ a: 'on' }, [['Has', { a: 'off' }]])).toEqual({ a: { 'Fn::If': ['Has', 'on', 'off'] } })
  })

  it('is looked for within the elements of lists that are as long', () => {
    expect(joined([{ a: 1, b: 2 }], [['Has', [{ a: 1 }]]])).toEqual([{ a: 1, b: { 'Fn::If': ['Has', 2, NONE] } }])
  })

  it('is never looked for within what CloudFormation computes', () => {
    const [on, off] = [{ 'Fn::Sub': 'one' }, { 'Fn::Sub': 'other' }]
    expect(joined({ a: on }, [['Has', { a: off }]])).toEqual({ a: { 'Fn::If': ['Has', on, off] } })
  })

  it('may be of several settings', () => {
    expect(
      joined({ a: 1, b: 2 }, [
        ['HasA', { b: 2 }],
        ['HasB', { a: 1 }],
      ]),
    ).toEqual({ a: { 'Fn::If': ['HasA', 1, NONE] }, b: { 'Fn::If': ['HasB', 2, NONE] } })
    const { entries, conditions } = joinedEntries({ Alarm: { Type: 'x' } }, [
      ['IsWatched', {}],
      ['HasMail', {}],
    ])
    expect(entries).toEqual({ Alarm: { Type: 'x', Condition: 'IsWatchedAndHasMail' } })
    expect(conditions).toEqual({
      IsWatchedAndHasMail: { 'Fn::And': [{ Condition: 'IsWatched' }, { Condition: 'HasMail' }] },
    })
  })

  it('cannot be what is there only without it', () => {
    expect(() => joined({ a: 1 }, [['Has', { a: 1, b: 2 }]])).toThrow('Without Has there is b')
  })
})
