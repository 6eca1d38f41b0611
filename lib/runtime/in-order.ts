/**
 * Runs the same work for many inputs, some at the same time. Inputs with a key in common run one after the other, in
 * their order, so that the last of them counts.
 * @returns the outputs in the order of the inputs
 */
export async function inOrder<Input, Output>(
  inputs: readonly Input[],
  { most, keysOf }: { most: number; keysOf: (input: Input) => string[] },
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs = new Array<Output>(inputs.length)
  const lastOf = new Map<string, Promise<unknown>>()
  let next = 0
  const runOne = (input: Input): Promise<Output> => {
    const keys = keysOf(input)
    const before = keys.flatMap((key) => lastOf.get(key) ?? [])
    const mine = Promise.allSettled(before).then(() => work(input))
    for (const key of keys) lastOf.set(key, mine)
    return mine
  }
  const worker = async () => {
    while (next < inputs.length) {
      const i = next++
      outputs[i] = await runOne(inputs[i] as Input)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, inputs.length) }, worker))
  return outputs
}
