/** Time limits of statements on a server that may not respond at all. */

/**
 * @returns the result of the work
 * @throws Error if the work takes longer, even though it may still be running
 */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    // After a blocked event loop, the timer is due before the response is read. Two more turns read it.
    const expire = () => reject(new Error(`The server did not respond within ${ms / 1_000} seconds.`))
    timer = setTimeout(() => setImmediate(() => setImmediate(expire)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // A late failure has no receiver.
    work.catch(() => undefined)
    late.catch(() => undefined)
  }
}
