import { queues } from '../../lib/app/queues.js'
import { METRICS } from './alarms.js'
import { functionId } from '../names.js'
import { TABLE_NAME, indexNames } from '../table/table.js'

/** The dashboard for an event day, from answers to callers down to queues. */
export const dashboardResources = (): Record<string, object> => ({
  Dashboard: {
    Type: 'AWS::CloudWatch::Dashboard',
    Properties: {
      DashboardName: '${self:service}-${sls:stage}',
      DashboardBody: { 'Fn::Sub': JSON.stringify({ widgets: widgets() }) },
    },
  },
})

const STAGE = '${sls:stage}'
const REGION = '${AWS::Region}'
const CONSUMERS = ['streams-assign-ordinals', 'streams-fan-out'].map((id) => `\${${functionId(id)}}`)

/** A row of CloudWatch's expressions and metrics, as its dashboards write them. */
type Row = (string | object)[]

interface Options {
  stat?: string
  period?: number
  stacked?: boolean
}

const perSecond = (label: string) => [{ expression: 'm1 / PERIOD(m1)', label, id: 'e1' }]
const ofTable = (name: string, index?: string): Row => [
  'AWS/DynamoDB',
  name,
  'TableName',
  TABLE_NAME,
  ...(index ? ['GlobalSecondaryIndexName', index] : []),
]
const STAGE_WORDS = '${self:custom.settings.stageWords}'
const hidden = { id: 'm1', visible: false }
/**
 * The functions of a stage. Words in double quotes match whole names only, and a dash belongs to no word outside them,
 * so each part of the prefix is a word.
 */
const search = (metric: string, stat: string) => [
  {
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" turnout ${STAGE_WORDS}', '${stat}', 60)`,
    label: "${!PROP('Dim.FunctionName')}",
  },
]

const charts: [title: string, rows: Row[], options?: Options][] = [
  [
    'RSVPs a second',
    [perSecond('RSVPs a second'), [METRICS, 'rsvps', 'stage', STAGE, hidden]],
    { stat: 'Sum', period: 60 },
  ],
  [
    'Requests, refusals, faults',
    ['Count', '4xx', '5xx'].map((name) => ['AWS/ApiGateway', name, 'ApiId', '${HttpApi}']),
    { stat: 'Sum' },
  ],
  ['Latency by route, half of the requests (ms)', [search('Duration', 'p50')]],
  ['Latency by route, 99 of 100 requests (ms)', [search('Duration', 'p99')]],
  ['Cold starts', [[METRICS, 'cold_starts', 'stage', STAGE]], { stat: 'Sum' }],
  ['Instances at once', [search('ConcurrentExecutions', 'Maximum')], { stacked: true }],
  ['Functions throttled', [search('Throttles', 'Sum')], { stacked: true }],
  [
    'Table throttled, and transactions that met another',
    [
      ...['ReadThrottleEvents', 'WriteThrottleEvents', 'TransactionConflict'].map((name) => ofTable(name)),
      ...indexNames.flatMap((index) => [ofTable('ReadThrottleEvents', index), ofTable('WriteThrottleEvents', index)]),
    ],
    { stat: 'Sum' },
  ],
  [
    'Units of the table',
    ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) => ofTable(name)),
    { stat: 'Sum' },
  ],
  [
    'How far the consumers are behind (ms)',
    CONSUMERS.map((consumer) => ['AWS/Lambda', 'IteratorAge', 'FunctionName', consumer]),
    { stat: 'Maximum' },
  ],
  [
    'Age of the oldest message of each queue (s)',
    queues.map(({ name }) => ['AWS/SQS', 'ApproximateAgeOfOldestMessage', 'QueueName', `turnout-${STAGE}-${name}`]),
    { stat: 'Maximum' },
  ],
  ['Members that the stream missed', [[METRICS, 'pending_members', 'stage', STAGE]], { stat: 'Maximum' }],
  [
    'Failure queue',
    [['AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'QueueName', '${FailureQueue.QueueName}']],
    { stat: 'Maximum' },
  ],
]

const widgets = () =>
  charts.map(([title, metrics, { stat = 'Average', period = 60, stacked = false } = {}], i) => ({
    type: 'metric',
    x: (i % 2) * 12,
    y: Math.floor(i / 2) * 6,
    width: 12,
    height: 6,
    properties: { title, metrics, stat, period, stacked, region: REGION, view: 'timeSeries' },
  }))
