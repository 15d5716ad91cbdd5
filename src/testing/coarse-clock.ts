/**
 * Makes the clock count in steps of TEST_CLOCK_STEP milliseconds, in test processes and in the embedded database. Tests
 * that depend on different times of successive rows fail always then, instead of seldom.
 */
const step = Number(process.env.TEST_CLOCK_STEP ?? 0)
if (step > 1) {
  const readClock = Date.now
  Date.now = () => Math.floor(readClock() / step) * step
}
