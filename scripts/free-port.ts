/** For the scripts, which share it with the tests. */
export { freePort } from '../src/testing/free-port.ts'
