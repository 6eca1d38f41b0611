/*
 * The questions that an owner asks the logs at night, as saved queries of CloudWatch Logs Insights. docs/operating.md
 * names them, as a test checks, which also runs their patterns over the logs of functions and of Lambda.
 */

/** The lines that Lambda itself writes when a function ends without an answer, or never begins. */
export const FAILURES = [
  'Task timed out',
  'Status: timeout',
  'Status: error',
  'Runtime exited',
  'Runtime.ImportModuleError',
  'Runtime.OutOfMemory',
]

const failures = FAILURES.map((text) => text.replaceAll('.', '\\.')).join('|')
const functionOf = 'parse @logStream /\\d{4}\\/\\d\\d\\/\\d\\d\\/(?<in_function>[^\\[]+)\\[/'

/** Queries by what they find. Each reads the log group of the functions, except the last. */
export const logQueries: Record<string, { group: 'functions' | 'access'; query: string }> = {
  faults: {
    group: 'functions',
    query: `fields @timestamp, function, route, message, reference_code, stack
| filter level = "error" or status >= 500
| sort @timestamp desc
| limit 100`,
  },
  'timeouts and failed starts': {
    group: 'functions',
    query: `fields @timestamp, @message
| filter @message like /${failures}/
| ${functionOf}
| stats count(*) as times, max(@timestamp) as last by in_function
| sort times desc`,
  },
  'faults by route': {
    group: 'functions',
    query: `filter status >= 500
| stats count(*) as times, max(@timestamp) as last by route, status
| sort times desc`,
  },
  'slowest requests': {
    group: 'functions',
    query: `fields @timestamp, route, duration_ms, read_units, write_units, cold, request_id
| filter ispresent(duration_ms)
| sort duration_ms desc
| limit 50`,
  },
  'what consumers say': {
    group: 'functions',
    query: `fields @timestamp, function, level, message
| filter ispresent(function) and level in ["warn", "error"]
| sort @timestamp desc
| limit 100`,
  },
  'refused by API Gateway': {
    group: 'access',
    query: `fields @timestamp, route, status, error, integration_error, request_id
| filter status >= 500 or status = 429
| stats count(*) as times, max(@timestamp) as last by route, status, error, integration_error
| sort times desc`,
  },
}

export const logQueryResources = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(logQueries).map(([name, { group, query }], i) => [
      `LogQuery${i}`,
      {
        Type: 'AWS::Logs::QueryDefinition',
        DependsOn: group === 'functions' ? 'FunctionLogs' : 'AccessLogs',
        Properties: {
          Name: `turnout/\${sls:stage}/${name}`,
          LogGroupNames: [`/turnout/\${sls:stage}/${group}`],
          QueryString: query,
        },
      },
    ]),
  )
