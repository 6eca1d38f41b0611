import { of } from './conditions.js'
import type { Resource } from './joined.js'

/** The alarm about the account's bill. AWS knows it some hours later, and of no single stack. */
export const BUDGET: Resource = {
  Type: 'AWS::Budgets::Budget',
  Condition: 'HasBudget',
  Properties: {
    Budget: {
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: of('MonthlyBudget'), Unit: 'USD' },
    },
    NotificationsWithSubscribers: (
      [
        ['ACTUAL', 80],
        ['FORECASTED', 100],
      ] as const
    ).map(([NotificationType, Threshold]) => ({
      Notification: { NotificationType, ComparisonOperator: 'GREATER_THAN', Threshold },
      Subscribers: [{ SubscriptionType: 'EMAIL', Address: of('AlarmAddress') }],
    })),
  },
}
