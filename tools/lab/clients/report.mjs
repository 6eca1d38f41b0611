/** Prints whether a call of a client works, as a line of JSON. */
export async function check(call, work) {
  try {
    const result = await work()
    console.log(JSON.stringify(result ? { call, works: true } : { call, works: false, problem: 'no result' }))
  } catch (error) {
    console.log(JSON.stringify({ call, works: false, problem: String(error).slice(0, 200) }))
  }
}
