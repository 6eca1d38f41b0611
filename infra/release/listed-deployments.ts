/**
 * Words what the serverless CLI lists of the last deployments: it names all of their files, and a command of its own.
 * @param listed what it printed
 * @param template of CloudFormation in service, which names the deployment of its files
 * @returns the same text where there is no deployment in it
 */
export function wordDeployments(listed: string, stage: string, template: string): string {
  const found = [...listed.matchAll(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC\s+Timestamp: (\d+)$/gm)]
  if (found.length === 0) return listed
  const [, serving] = new RegExp(`serverless/turnout/${stage}/(\\d+)-`).exec(template) ?? []
  return [
    `The last deployments of ${stage}, the newest last:`,
    ...found.map(([, date, timestamp]) => `  ${timestamp}  ${date} UTC${timestamp === serving ? '  in service' : ''}`),
    `Go back to one of them: npm run deploy -- rollback --stage ${stage} --timestamp TIMESTAMP`,
  ].join('\n')
}
