import converter from 'openapi-to-postmanv2'
import newman from 'newman'

/* Prints whether every request of the collection of each document is answered, one line of JSON each. */

const [, , key, ...documents] = process.argv
const OPTIONS = { requestParametersResolution: 'Example', exampleParametersResolution: 'Example' }

for (const address of documents) {
  const data = await (await fetch(address)).text()
  const collection = await new Promise((resolve, reject) =>
    converter.convert({ type: 'string', data }, OPTIONS, (error, { result, output, reason } = {}) =>
      result ? resolve(output[0].data) : reject(error ?? new Error(reason)),
    ),
  )
  const variables = (collection.variable ?? []).filter((each) => each.key !== 'apiKey')
  collection.variable = [...variables, { key: 'apiKey', value: key }]
  const { run } = await new Promise((resolve, reject) =>
    newman.run({ collection }, (error, summary) => (error ? reject(error) : resolve(summary))),
  )
  const refused = run.executions.filter(({ response }) => !(response?.code < 400))
  const told = refused.map(({ item, response }) => `${response?.code} ${item.request.method} ${item.request.url}`)
  const call = `every request of ${new URL(address).pathname.split('/')[2]}`
  const works = refused.length === 0 && run.executions.length > 0
  console.log(JSON.stringify({ call, works, ...(!works && { problem: told.join('; ').slice(0, 500) }) }))
}
