import type { Settings } from '../settings.js'

/** The alarm about the account's bill. AWS knows it some hours later, and of no single stack. */
export function budgetResources({ monthlyBudget, alarmEmail }: Settings): Record<string, object> {
  if (!monthlyBudget || !alarmEmail || alarmEmail === 'none') return {}
  const told = (NotificationType: 'ACTUAL' | 'FORECASTED', Threshold: number) => ({
    Notification: { NotificationType, ComparisonOperator: 'GREATER_THAN', Threshold },
    Subscribers: [{ SubscriptionType: 'EMAIL', Address: alarmEmail }],
  })
  return {
    Budget: {
      Type: 'AWS::Budgets::Budget',
      Properties: {
        Budget: {
          BudgetType: 'COST',
          TimeUnit: 'MONTHLY',
          BudgetLimit: { Amount: monthlyBudget, Unit: 'USD' },
        },
        NotificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
      },
    },
  }
}
