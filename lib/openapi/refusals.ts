import type { Endpoint } from '../http/endpoints/endpoints.js'
import type { ErrorCode } from '../runtime/errors.js'
import type { Operation } from '../hal/descriptions/operation.js'
import { object, listOf, string, maybe, always, type Schema } from '../fields/json-schema.js'
import { STATUS } from '../http/error-answer.js'

/** Returns the refusals of an operation by status, including the ones that follow from its route and key. */
export function refusalsOf({ route, needs }: Endpoint, operation: Operation): Map<number, string> {
  const { answer, body, form, conflict, supportsIfMatch, filters, keyless, parameters } = operation
  const wantsKey = needs.length > 0 && needsKey(route)
  const isPost = route.startsWith('POST ')
  const isWriting = isPost || route.startsWith('PUT ')
  const reasons: Partial<Record<ErrorCode, string>> = {
    ...('isCollection' in answer && answer.isCollection && { invalid: 'The page would be too large to be sent' }),
    ...(parameters && { invalid: 'The query is invalid' }),
    ...(isPost && wantsKey && { invalid: 'The `Idempotency-Key` is malformed' }),
    ...(body && { invalid: 'The body is invalid; every fault is named' }),
    ...(filters && {
      invalid: 'The filter is malformed or would read too many records, or the page would be too large',
    }),
    ...(wantsKey && {
      forbidden: 'The key is missing, wrong, revoked or expired, or its scope does not include the request',
    }),
    ...(route.includes('{') && { not_found: 'There is no such resource for this key' }),
    ...(isPost && wantsKey && { conflict: 'The request with this `Idempotency-Key` is still under way' }),
    ...(conflict && { conflict }),
    ...(isPost && wantsKey && { unprocessable: 'This `Idempotency-Key` was sent before with another request' }),
    ...(supportsIfMatch && {
      precondition_failed: 'The resource has changed: `If-Match` names another state',
    }),
    ...(body && { too_large: 'The body or the resource would be too large' }),
    ...(body && { unsupported_media_type: 'The body is not JSON' }),
    ...(wantsKey && { too_many_requests: 'The limit of the key is used up' }),
    ...(keyless && {
      too_many_requests: 'The limit of the key is used up, or too many requests from one network',
    }),
    ...(form && {
      invalid: 'The form is invalid; every fault is named by its input',
      not_found: 'There is no such event, or its owner takes no RSVPs of visitors',
      too_large: 'The form is too large',
      unsupported_media_type: 'The body is no form',
      too_many_requests: 'Too many RSVPs from one network, or for this event',
    }),
    ...(needs.length > 0 && { busy: 'Too many requests at once' }),
    ...(filters && {
      busy: 'Too many requests at once, or something just recorded is not shown everywhere yet',
    }),
    ...(isWriting && {
      busy:
        'Too many requests at once: nothing was done (`busy`), or the outcome is unknown ' +
        '(`unknown_outcome`); then a repetition with the same identifiers or `Idempotency-Key` is safe',
    }),
  }
  const refusals = Object.entries(reasons).map(([code, reason]) => [STATUS[code as ErrorCode], reason] as const)
  return new Map([...refusals, [500, 'A fault of this service']])
}

/** Only endpoints of a version need a key. */
export const needsKey = (route: string) => route.split(' ')[1]?.startsWith('/api/') ?? false

const fault = object('A fault', {
  error_code: string('A stable word for programs'),
  description: string('A sentence for people'),
  properties: listOf(string('A path'), 'The properties of the body that have the fault'),
  hint: maybe(string('A remedy')),
  reference_code: string('Leads the owner to the log; also in `x-request-id`'),
})

/** Describes every error that this service answers. @param more what some refusals say besides */
export const errorSchema = (more: Record<string, Schema>[]): Schema =>
  object('An error', {
    error: string('One sentence'),
    'osdi:error': object('The same for programs', {
      request_type: always('atomic', 'All of the request was refused'),
      response_code: { type: 'integer', description: 'The status' },
      resource_status: listOf(
        object('The faults of a resource', {
          resource: string('`*`: the request as a whole'),
          response_code: { type: 'integer', description: 'The status' },
          error_descriptions: listOf(fault, 'Every fault'),
        }),
        'One entry',
      ),
    }),
    ...Object.fromEntries(more.flatMap((each) => Object.entries(each))),
  })

/** Describes an error for a request that accepts problems (RFC 9457): the same with four members more. */
export const problemSchema = (errors: Schema): Schema => {
  const problem = object('An error as a problem of RFC 9457, where `Accept` names its media type', {
    type: always('about:blank', 'The status says what kind of problem it is'),
    title: string('The status in words'),
    status: { type: 'integer', description: 'The status' },
    detail: string('One sentence, as `error`'),
  })
  return {
    ...problem,
    properties: { ...problem.properties, ...errors.properties },
    required: [...(problem['required'] as string[]), ...(errors['required'] as string[])],
  }
}

/** The document of an error that API Gateway answers without calling this service. */
export const gatewaySchema: Schema = object('An answer of API Gateway itself', {
  message: string('A sentence'),
  // Clients can read it of both kinds of answers.
  error: maybe(string('Absent: only this service has it')),
})
