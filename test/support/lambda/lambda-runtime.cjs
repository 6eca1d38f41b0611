/*
 * Works as the managed Node runtime in a function's process: it loads the handler of the unpacked zip, then asks the
 * runtime API for one invocation after the other. Run as the only program of a process.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
const { request } = require('node:http')
const { join } = require('node:path')

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER } = process.env
const [host, port] = AWS_LAMBDA_RUNTIME_API.split(':')

const ask = (method, path, body) =>
  new Promise((resolve, reject) => {
    const asking = request({ host, port, method, path: `/2018-06-01/runtime/${path}` }, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, text: Buffer.concat(chunks).toString() }))
    })
    asking.on('error', reject).end(body && JSON.stringify(body))
  })
const post = (path, body) => ask('POST', path, body)
const told = ({ name, message, stack }) => ({
  errorType: name,
  errorMessage: message,
  trace: stack?.split('\n'),
})

async function serve() {
  const [file, name] = _HANDLER.split('.')
  let handler
  try {
    handler = require(join(LAMBDA_TASK_ROOT, file))[name]
    if (typeof handler !== 'function') throw new Error(`${_HANDLER} is not a function`)
  } catch (error) {
    await post('init/error', told(error))
    return process.exit(1)
  }
  for (;;) {
    const { headers, text } = await ask('GET', 'invocation/next')
    const id = headers['lambda-runtime-aws-request-id']
    const deadline = Number(headers['lambda-runtime-deadline-ms'])
    const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() }
    try {
      const answer = await handler(JSON.parse(text), context)
      await post(`invocation/${id}/response`, answer ?? {})
    } catch (error) {
      await post(`invocation/${id}/error`, told(error))
    }
  }
}

void serve()
