/**
 * Runs the same work for many inputs, with limited concurrency.
 * @returns the outputs in the order of the inputs
 */
export async function inParallel<Input, Output>(
  inputs: readonly Input[],
  most: number,
  work: (input: Input, index: number) => Promise<Output>,
): Promise<Output[]> {
  const outputs = new Array<Output>(inputs.length)
  let next = 0
  const worker = async () => {
    while (next < inputs.length) {
      const i = next++
      outputs[i] = await work(inputs[i] as Input, i)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, inputs.length) }, worker))
  return outputs
}

/** Splits values into pieces of a size. */
export const inPieces = <Value>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size))
