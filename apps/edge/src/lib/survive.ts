/** For what nobody waits for: a full disk, say, must not end the edge. */
export async function survive(say: (line: string) => void, work: () => unknown) {
  try {
    await work()
  } catch (error) {
    say(String(error))
  }
}
