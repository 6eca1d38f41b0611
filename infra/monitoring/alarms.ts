import { functionId, idOf, mappingId, pascal } from '../names.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { queues } from '../../lib/app/queues.js'
import type { Settings } from '../settings.js'
import { FAILURES } from './log-queries.js'
import { queueName } from '../queues/queue-names.js'
import { TABLE_NAME, indexNames } from '../table/table.js'

/*
 * The alarms. docs/alarms.md says what each means and what to do; a test compares the two.
 */

/** A metric of CloudWatch, by what it is of. */
interface Metric {
  namespace: string
  name: string
  dimensions: Record<string, unknown>
}

interface Alarm {
  name: string
  /** One metric, or several whose sum counts. */
  of: Metric[]
  /** A metric expression in place of the sum; `m0` is the first metric. */
  instead?: string
  statistic: string
  /** The bad side of the threshold; the threshold itself is good. */
  when: 'above' | 'below'
  threshold: number
  /** Seconds in a period, and how many of how many periods have to be bad. */
  period: number
  periods: [bad: number, of: number]
  /** Whether silence is bad, too; otherwise it is good. */
  silenceIsBad?: boolean
  /** Whether it tells of lost work, and not only of slow work: stages with essential monitoring have it. */
  essential?: boolean
  /** Whether only stages that send mail have it. */
  ofMail?: boolean
}

export const METRICS = 'Turnout'

const ofApi = (name: string): Metric => ({
  namespace: 'AWS/ApiGateway',
  name,
  dimensions: { ApiId: { Ref: 'HttpApi' } },
})
const ofFunction = (name: string, id: string): Metric => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { FunctionName: { Ref: functionId(id) } },
})
/**
 * DynamoDB counts refusals of an index for the index, and not for the table ("DynamoDB metrics and dimensions"). The
 * index over identifiers is left out, as no key of it has more than one item; each metric costs.
 */
const ofTableAndIndexes = (name: string): Metric[] =>
  [{}, ...indexNames.filter((index) => index !== 'identifiers').map(ofIndex)].map((index) => ({
    namespace: 'AWS/DynamoDB',
    name,
    dimensions: { TableName: TABLE_NAME, ...index },
  }))
const ofTable = (name: string): Metric => ({
  namespace: 'AWS/DynamoDB',
  name,
  dimensions: { TableName: TABLE_NAME },
})
/** A metric of what reads the stream for a function. */
const ofMapping = (name: string, id: string): Metric => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { EventSourceMappingUUID: { Ref: mappingId(id) } },
})
const ofIndex = (GlobalSecondaryIndexName: string) => ({ GlobalSecondaryIndexName })
const ofQueue = (name: string, QueueName: object): Metric => ({
  namespace: 'AWS/SQS',
  name,
  dimensions: { QueueName },
})
const ours = (name: string): Metric => ({
  namespace: METRICS,
  name,
  dimensions: { stage: '${sls:stage}' },
})

/** A metric of the account, as Amazon SES judges it. */
const ofMail = (name: string): Metric => ({ namespace: 'AWS/SES', name, dimensions: {} })

/** Invocations that ended without an answer or never began, counted in Lambda's log. */
const FAILED = { MetricNamespace: `${METRICS}/\${sls:stage}`, MetricName: 'failed_invocations' }

const CONSUMER = 'streams-assign-ordinals'
const SWEEPER = 'schedules-sweep'
const FAN_OUT = 'streams-fan-out'
const COMPUTER = 'queues-compute-results'
const rushed = allEndpoints.filter(({ rsvps }) => rsvps).map(idOf)
const MINUTE = 60

export const alarms: Alarm[] = [
  {
    name: 'Faults',
    of: [ofApi('5xx')],
    essential: true,
    statistic: 'Sum',
    when: 'above',
    threshold: 5,
    period: 5 * MINUTE,
    periods: [1, 1],
  },
  // API Gateway counts those of requests; no one else counts those of consumers, queues and schedules by their cause.
  {
    name: 'FailedInvocations',
    of: [{ namespace: FAILED.MetricNamespace, name: FAILED.MetricName, dimensions: {} }],
    essential: true,
    statistic: 'Sum',
    when: 'above',
    threshold: 2,
    period: 5 * MINUTE,
    periods: [1, 1],
  },
  // SES reviews an account at 5 % and at 0.1 %, and stops it at 10 % and at 0.5 %.
  ...(
    [
      ['MailBounces', 'Reputation.BounceRate', 0.04],
      ['MailComplaints', 'Reputation.ComplaintRate', 0.0008],
    ] as const
  ).map(([name, metric, threshold]): Alarm => ({
    name,
    of: [ofMail(metric)],
    essential: true,
    ofMail: true,
    statistic: 'Maximum',
    when: 'above',
    threshold,
    period: 60 * MINUTE,
    periods: [1, 1],
  })),
  {
    name: 'Latency',
    of: [ofApi('Latency')],
    statistic: 'p99',
    when: 'above',
    threshold: 3_000,
    period: MINUTE,
    periods: [5, 5],
  },
  {
    name: 'RsvpFunctionsThrottled',
    of: rushed.map((id) => ofFunction('Throttles', id)),
    statistic: 'Sum',
    when: 'above',
    threshold: 0,
    period: MINUTE,
    periods: [2, 5],
  },
  // Two alarms, as one may not sum more than ten metrics.
  ...(['Read', 'Write'] as const).map((kind): Alarm => ({
    name: `Table${kind}sThrottled`,
    of: ofTableAndIndexes(`${kind}ThrottleEvents`),
    statistic: 'Sum',
    when: 'above',
    threshold: 100,
    period: MINUTE,
    periods: [2, 5],
  })),
  {
    name: 'ConsumerBehind',
    of: [ofFunction('IteratorAge', CONSUMER)],
    statistic: 'Maximum',
    when: 'above',
    threshold: 60_000,
    period: MINUTE,
    periods: [3, 5],
  },
  {
    name: 'ConsumerThrottled',
    of: [ofFunction('Throttles', CONSUMER)],
    statistic: 'Sum',
    when: 'above',
    threshold: 0,
    period: MINUTE,
    periods: [3, 5],
  },
  // Silence of a consumer is usual, as most changes concern none. Its mapping reads all of them.
  ...(['Consumer', 'FanOut'] as const).map((reader): Alarm => ({
    name: `${reader}Stopped`,
    // The sweeper tells of what the other one misses, and its mapping need not be counted.
    essential: reader === 'FanOut',
    of: [
      ofTable('ConsumedWriteCapacityUnits'),
      ofMapping('PolledEventCount', reader === 'Consumer' ? CONSUMER : FAN_OUT),
    ],
    instead: 'IF(FILL(m0, 0) > 10 AND FILL(m1, 0) == 0, 1, 0)',
    statistic: 'Sum',
    when: 'above',
    threshold: 0,
    period: 5 * MINUTE,
    periods: [3, 3],
  })),
  {
    name: 'FailureQueue',
    essential: true,
    of: [ofQueue('ApproximateNumberOfMessagesVisible', { 'Fn::GetAtt': ['FailureQueue', 'QueueName'] })],
    statistic: 'Maximum',
    when: 'above',
    threshold: 0,
    period: MINUTE,
    periods: [1, 1],
  },
  {
    name: 'PendingMembers',
    essential: true,
    of: [ours('pending_members')],
    statistic: 'Maximum',
    when: 'above',
    threshold: 0,
    period: MINUTE,
    periods: [5, 5],
  },
  {
    name: 'SweeperFails',
    of: [ofFunction('Errors', SWEEPER)],
    statistic: 'Sum',
    when: 'above',
    threshold: 0,
    period: MINUTE,
    periods: [3, 5],
  },
  {
    name: 'SweeperStopped',
    essential: true,
    of: [ofFunction('Invocations', SWEEPER)],
    statistic: 'Sum',
    when: 'below',
    threshold: 1,
    period: 5 * MINUTE,
    periods: [3, 3],
    silenceIsBad: true,
  },
  {
    name: 'ComputingFails',
    of: [ofFunction('Errors', COMPUTER)],
    statistic: 'Sum',
    when: 'above',
    threshold: 1,
    period: 60 * MINUTE,
    periods: [1, 1],
  },
  {
    name: 'FanOutBehind',
    of: [ofFunction('IteratorAge', FAN_OUT)],
    statistic: 'Maximum',
    when: 'above',
    threshold: 60_000,
    period: MINUTE,
    periods: [3, 5],
  },
  {
    name: 'WebhookDisabled',
    of: [ours('webhooks_disabled')],
    statistic: 'Sum',
    when: 'above',
    threshold: 0,
    period: 5 * MINUTE,
    periods: [1, 1],
  },
  ...queues.map(({ name, lateAfter }): Alarm => ({
    name: `QueueBehind-${name}`,
    of: [ofQueue('ApproximateAgeOfOldestMessage', queueName(name))],
    statistic: 'Maximum',
    when: 'above',
    threshold: lateAfter,
    period: MINUTE,
    periods: [3, 5],
  })),
]

/** Names the alarms of a stage. */
export const alarmsOf = ({ monitoring, mail }: Pick<Settings, 'monitoring' | 'mail'>): Alarm[] =>
  alarms.filter(
    ({ essential, ofMail }) => monitoring !== 'none' && (essential || monitoring === 'full') && (mail || !ofMail),
  )

/** The mappings whose events an alarm counts, by their logical ids. CloudWatch takes money for their metrics. */
export const countedMappings = (settings: Pick<Settings, 'monitoring' | 'mail'>): string[] =>
  alarmsOf(settings)
    .flatMap(({ of }) => of)
    .flatMap(({ dimensions }) => {
      const mapping = dimensions['EventSourceMappingUUID'] as { Ref: string } | undefined
      return mapping ? [mapping.Ref] : []
    })

/** The alarms, and the topic that they tell. */
export function alarmResources(settings: Settings): Record<string, object> {
  const { alarmEmail, monitoring } = settings
  if (monitoring === 'none') return {}
  return {
    AlarmTopic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: '${self:service}-${sls:stage}-alarms' } },
    ...(alarmEmail &&
      alarmEmail !== 'none' && {
        AlarmEmail: {
          Type: 'AWS::SNS::Subscription',
          Properties: { TopicArn: { Ref: 'AlarmTopic' }, Protocol: 'email', Endpoint: alarmEmail },
        },
      }),
    FailedInvocations: {
      Type: 'AWS::Logs::MetricFilter',
      Properties: {
        LogGroupName: { Ref: 'FunctionLogs' },
        FilterPattern: FAILURES.map((text) => `?"${text}"`).join(' '),
        MetricTransformations: [{ ...FAILED, MetricValue: '1' }],
      },
    },
    ...Object.fromEntries(alarmsOf(settings).map((alarm) => [`${pascal(alarm.name)}Alarm`, resource(alarm)])),
  }
}

const resource = (alarm: Alarm) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmName: `\${self:service}-\${sls:stage}-${alarm.name}`,
    AlarmDescription: `See docs/alarms.md of version \${file(./package.json):version}, ${alarm.name}`,
    ...measured(alarm),
    ComparisonOperator: alarm.when === 'below' ? 'LessThanThreshold' : 'GreaterThanThreshold',
    Threshold: alarm.threshold,
    DatapointsToAlarm: alarm.periods[0],
    EvaluationPeriods: alarm.periods[1],
    TreatMissingData: alarm.silenceIsBad ? 'breaching' : 'notBreaching',
    AlarmActions: [{ Ref: 'AlarmTopic' }],
    OKActions: [{ Ref: 'AlarmTopic' }],
  },
})

function measured({ of, instead, statistic, period }: Alarm): object {
  const [only, ...others] = of as [Metric, ...Metric[]]
  if (others.length === 0)
    return {
      Namespace: only.namespace,
      MetricName: only.name,
      Dimensions: dimensions(only),
      Period: period,
      // Percentiles are written in another place than the plain statistics.
      ...(statistic.startsWith('p') ? { ExtendedStatistic: statistic } : { Statistic: statistic }),
    }
  const parts = of.map((metric, i) => ({
    Id: `m${i}`,
    ReturnData: false,
    MetricStat: {
      Metric: { Namespace: metric.namespace, MetricName: metric.name, Dimensions: dimensions(metric) },
      Period: period,
      Stat: statistic,
    },
  }))
  const ids = parts.map(({ Id }) => `FILL(${Id}, 0)`)
  return { Metrics: [...parts, { Id: 'sum', Expression: instead ?? ids.join(' + '), ReturnData: true }] }
}

const dimensions = (metric: Metric) => Object.entries(metric.dimensions).map(([Name, Value]) => ({ Name, Value }))
