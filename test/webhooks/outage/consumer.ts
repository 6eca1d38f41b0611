import { startConsumers } from '../../../local/stream/consumers.js'
import { openQueueServer } from '../../../local/stream/queues.js'
import { openStreamLog } from '../../../local/stream/stream-log.js'
import { openService } from './service.js'

/* A process that collects and delivers messages until it is killed, as `npm start` does beside its gateway. */

const [tableName = '', endpoint = '', file = '', pauses = ''] = process.argv.slice(2)
const queueServer = await openQueueServer()
const { load } = await openService({ tableName, endpoint }, { QUEUES_URL: queueServer.url, WEBHOOK_SCHEDULE: pauses })
const log = openStreamLog(file, tableName)
startConsumers({ tableName, endpoint }, { load }, { log, queueServer, schedules: [] })
process.stdout.write('consuming\n')
