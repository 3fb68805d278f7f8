/** Runs background work and logs its errors, so that a full disk, for example, does not stop the edge. */
export async function runAndLogErrors(say: (line: string) => void, work: () => unknown) {
  try {
    await work()
  } catch (error) {
    say(String(error))
  }
}
