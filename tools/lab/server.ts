import { startServer } from '../../local/server.js'

/** Starts the service as `npm start` does, on a free port, with the demo data in a folder of its own. */
export const startLabServer = (folder: string, nativePrefix = 'service') =>
  startServer({
    port: 0,
    dataDir: `${folder}/data`,
    publicUrl: undefined,
    allowedHosts: [],
    nativePrefix,
    tableName: undefined,
    dynamodbEndpoint: undefined,
    underNpm: false,
  })
