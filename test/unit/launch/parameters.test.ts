import { expect, it } from 'vitest'
import { parameters, parametersSection } from '../../../infra/launch/parameters.js'
import { settingNames } from '../../../infra/settings.js'

/** Settings that a launch has no parameter for: CloudFormation asks for them itself, or the first resource asks AWS. */
const ASKED_ELSEWHERE = ['region', 'tags', 'accountConcurrency']

it('every setting of a stage is a parameter of a launch, unless it is asked for elsewhere', () => {
  const told = new Set(Object.values(parameters).map(({ setting }) => setting?.split('.')[0]))
  expect(settingNames.filter((name) => !told.has(name))).toEqual(ASKED_ELSEWHERE)
})

it('the usual value of a parameter is one that it takes', () => {
  for (const [name, { Default, AllowedValues, AllowedPattern }] of Object.entries(parametersSection(undefined))) {
    if (AllowedValues) expect([name, AllowedValues]).toEqual([name, expect.arrayContaining([Default])])
    if (AllowedPattern) expect([name, new RegExp(`^(${AllowedPattern})$`).test(Default)]).toEqual([name, true])
  }
})

it('a parameter takes what its setting takes', () => {
  const { MailFrom, CdnSecretHash, PublicUrl } = parametersSection(undefined)
  const takes = (parameter: typeof MailFrom, value: string) =>
    new RegExp(`^(${parameter?.AllowedPattern})$`).test(value)
  expect(takes(MailFrom, 'Events <events@example.org>')).toBe(true)
  expect(takes(MailFrom, 'Events')).toBe(false)
  expect(takes(CdnSecretHash, 'secret')).toBe(false)
  expect(takes(PublicUrl, 'https://events.example.org/path')).toBe(false)
})
