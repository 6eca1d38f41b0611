import { inject } from 'vitest'

/** Asks the process of the run for what is made once for all test files. @throws Error what hindered it */
export async function fromRun(path: string): Promise<string> {
  const answer = await fetch(`${inject('onRequest')}/${path}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
