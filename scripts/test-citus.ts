/**
 * `npm run test:citus`: the tests of operations, laws and background work on a distributed database, on the Citus cluster
 * whose coordinator TEST_CITUS_URL names. Arguments replace the test files. It takes about twice the time of the tests on
 * one server and needs a cluster, so it runs on request, on a developer's machine.
 *
 * Each database of the run is created on all servers and distributed. A statement of a request that reads several parts
 * fails.
 */
import { spawnSync } from 'node:child_process'
import { expandTestFiles } from './expand-test-files.ts'
import { ON_CLUSTER } from './test-files.ts'

const coordinator = process.env.TEST_CITUS_URL
if (!coordinator) throw new Error('TEST_CITUS_URL must name the coordinator of a Citus cluster with servers for data.')

const files = process.argv.length > 2 ? process.argv.slice(2) : expandTestFiles(ON_CLUSTER)
const { status } = spawnSync('vitest', ['run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: coordinator },
})
process.exitCode = status ?? 1
