import type { DynamoDBStreamEvent } from 'aws-lambda'
import { computeResults } from '../../lib/service.js'

/** Another consumer of the table's stream: computes results that are too large for a request. */
export const handler = ({ Records }: DynamoDBStreamEvent): Promise<void> => computeResults(Records)
