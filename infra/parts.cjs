/* global process */
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

/*
 * Reads the parts of serverless.yml from build/. The files are not there before infra/deploy.ts has made them, and
 * other programs than osls read serverless.yml too; both end here, with the command to run instead.
 */

const part = (name) => () => {
  refuseOthers()
  try {
    return JSON.parse(readFileSync(join(__dirname, '..', 'build', `${name}.json`), 'utf8'))
  } catch {
    return end('build/ is not there or incomplete. Use npm run package or npm run deploy, with -- --stage STAGE.')
  }
}

/** Ends the command with one sentence. An error would come out once for each variable, with the stack of the CLI. */
function end(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Version 3 of the serverless CLI knows no log groups that functions share, and version 4 wants a license. */
function refuseOthers() {
  if (!Object.keys(require.cache).some((path) => /[\\/]osls[\\/]/.test(path)))
    end(
      'This service is deployed with osls, the open-source serverless CLI, and not with serverless: npm run deploy -- --stage STAGE.',
    )
}

for (const name of [
  'settings',
  'functions',
  'queueFunctions',
  'queues',
  'mail',
  'backup',
  'api',
  'roles',
  'monitoring',
])
  module.exports[name] = part(name)
