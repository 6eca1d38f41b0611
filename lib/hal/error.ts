import type { Fault } from '../runtime/errors.js'

export interface ErrorParts {
  status: number
  /** One sentence; the key that clients of this API family read. */
  error: string
  faults: Fault[]
  /** Leads from the answer to the log. */
  reference_code: string
}

/** The body of every error: this family's `error` beside OSDI's `osdi:error` (OSDI 1.2, "Errors"). */
export const errorDocument = ({ status, error, faults, reference_code }: ErrorParts) => ({
  error,
  'osdi:error': {
    request_type: 'atomic',
    response_code: status,
    resource_status: [
      {
        resource: '*',
        response_code: status,
        error_descriptions: faults.map(({ hint, ...fault }) => ({
          ...fault,
          ...(hint && { hint }),
          reference_code,
        })),
      },
    ],
  },
})
