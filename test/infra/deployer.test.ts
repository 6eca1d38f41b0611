import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { POLICY_FILE, policy, policyText, unknownTypes } from '../../infra/permissions/deployer.js'

it('the policy of deployers is as it was generated', () => {
  expect(JSON.parse(readFileSync(POLICY_FILE, 'utf8'))).toEqual(JSON.parse(policyText()))
})

it('the policy allows nothing on anything, but for what has no name to IAM', () => {
  const anything = policy.Statement.filter(({ Resource }) => Resource.includes('*'))
  expect(anything.map(({ Sid }) => Sid)).toEqual(['Account', 'Mappings', 'Deliveries'])
  for (const { Action } of policy.Statement) expect(Action.filter((each) => each.endsWith(':*'))).toEqual([])
})

it('the policy fits into a role, whose own policies may have 10,240 characters without blanks', () => {
  expect(JSON.stringify(policy).length).toBeLessThan(10_240)
})

it('a kind of resource without a statement is named', () => {
  expect(unknownTypes(['AWS::Lambda::Alias', 'AWS::EC2::Instance'])).toEqual(['AWS::EC2::Instance'])
})

it('the policy uses keys through the table and its backups alone', () => {
  const keys = policy.Statement.filter(({ Action }) => Action.some((each) => each.startsWith('kms:')))
  expect(keys.map(({ Condition }) => Condition)).toEqual([
    {
      StringEquals: { 'kms:ViaService': ['dynamodb.REGION.amazonaws.com', 'backup.REGION.amazonaws.com'] },
    },
  ])
})
