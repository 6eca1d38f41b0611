/** The outcome of a client's call. */
export interface Call {
  call: string
  works: boolean
  problem?: string
}

/** The addresses that programs get, in their order. */
export type Target = [base: string, key: string, event: string, campaign: string, person: string, email: string]
