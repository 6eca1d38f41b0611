import { startEngine } from '../../../local/engine/engine.js'

/** Starts an engine on a file, says so, and waits to be killed, also when it is interrupted. */
const { pid, endpoint } = await startEngine(process.argv[2] ? { file: process.argv[2] } : {})
process.on('SIGINT', () => console.log('interrupted'))
console.log(`engine ${pid} at ${endpoint}`)
setInterval(() => undefined, 1000)
