import { Command } from 'commander'
import { readRates, DEFAULTS } from './options.js'
import { runLifeStorm } from './life/life-storm.js'
import { formatLifeReport, formatReport } from './verdict/report.js'
import { runStorm } from './storm.js'

/*
 * `npm run storm`: storms of requests against server processes whose DynamoDB fails and which are killed. The exit code
 * is 1 when anything was lost, doubled, or answered wrongly; the seed of that storm is printed with the evidence.
 */

const { servers, sweepers, callers, kills, operations, seed, gusts } = DEFAULTS
const program = new Command('npm run storm --')
  .description('Attacks the service with faults of DynamoDB and kill -9, and proves that every answer was true')
  .option('--storms <number>', 'one after the other, each with the next seed', '1')
  .option('--seed <number>', 'of the first storm', String(seed))
  .option('--requests <number>', 'what callers want done; each is sent once or more often', String(operations))
  .option('--processes <number>', 'server processes', String(servers))
  .option('--sweepers <number>', 'processes that only sweep', String(sweepers))
  .option('--callers <number>', 'requests under way at once', String(callers))
  .option('--kills <number>', 'processes that are killed with -9 and started again', String(kills))
  .option('--rates <name=rate,...>', 'probabilities of faults: throttled=0.2,late=0', '')
  .option('--gusts <probability>', 'that a gust begins with a request to DynamoDB', String(gusts))
  .option('--life', 'a storm of the life of RSVPs: decline, restore, promote, resize, merge, guests, mails')
  .option('--people <number>', 'of a storm of the life of RSVPs', '60')
  .parse()
const given = program.opts<Record<string, string> & { life?: true }>()
const whole = (name: string): number => {
  const value = Number(given[name])
  if (Number.isInteger(value) && value >= 0) return value
  return program.error(`--${name} must be a whole number, not "${given[name]}".`)
}

const options = {
  operations: whole('requests'),
  servers: whole('processes'),
  sweepers: whole('sweepers'),
  callers: whole('callers'),
  kills: whole('kills'),
  rates: readRates(given['rates'] ?? ''),
  gusts: Number(given['gusts']),
}
const [first, storms] = [whole('seed'), whole('storms')]
const failed: number[] = []
for (let each = first; each < first + storms; each++) {
  const say = (line: string) => console.error(line)
  const report = given.life
    ? await runLifeStorm({ ...options, people: whole('people'), seed: each }, say)
    : await runStorm({ ...options, seed: each }, say)
  console.log(`\n${'deeds' in report ? formatLifeReport(report) : formatReport(report)}`)
  if (report.violations.length > 0) failed.push(each)
}
console.log(
  failed.length === 0
    ? `\n${storms} storms, all clean.`
    : `\n${failed.length} of ${storms} storms found violations: seeds ${failed.join(', ')}.`,
)
process.exit(failed.length === 0 ? 0 : 1)
