import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb'

/*
 * The commands of the SDK's document client, by its names and with its types, without its code
 * (docs/decisions/0026).
 */

/** What is asked of DynamoDB, and what it answers. */
export abstract class Command<Input = object, Output = object> {
  /** The name of the action, as requests and policies write it. */
  abstract readonly action: string
  declare readonly output: Output
  constructor(readonly input: Input) {}
}

/** What no answer of ours has: the SDK's own notes. */
type Answer<Output> = Omit<Output, '$metadata'>

export class GetCommand extends Command<GetCommandInput, Answer<GetCommandOutput>> {
  readonly action = 'GetItem'
}

export class BatchGetCommand extends Command<BatchGetCommandInput, Answer<BatchGetCommandOutput>> {
  readonly action = 'BatchGetItem'
}

export class QueryCommand extends Command<QueryCommandInput, Answer<QueryCommandOutput>> {
  readonly action = 'Query'
}

export class ScanCommand extends Command<ScanCommandInput, Answer<ScanCommandOutput>> {
  readonly action = 'Scan'
}

export class PutCommand extends Command<PutCommandInput, Answer<PutCommandOutput>> {
  readonly action = 'PutItem'
}

export class UpdateCommand extends Command<UpdateCommandInput, Answer<UpdateCommandOutput>> {
  readonly action = 'UpdateItem'
}

export class DeleteCommand extends Command<DeleteCommandInput, Answer<DeleteCommandOutput>> {
  readonly action = 'DeleteItem'
}

export class TransactWriteCommand extends Command<
  TransactWriteCommandInput,
  Answer<TransactWriteCommandOutput>
> {
  readonly action = 'TransactWriteItems'
}

export class BatchWriteCommand extends Command<BatchWriteCommandInput, Answer<BatchWriteCommandOutput>> {
  readonly action = 'BatchWriteItem'
}
