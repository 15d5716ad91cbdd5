/**
 * `npm run bench:fuzz -- [--requests 10000] [--seed 11] [--operations a,b]`: `tests/fuzz.test.ts` with many requests an
 * operation, and a table of what they were answered with. There is nothing to compare against but the law itself.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '11' },
    operations: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'parley-fuzz-'))
const report = join(folder, 'report.md')
writeFileSync(report, '')
const { status } = spawnSync('vitest', ['run', 'tests/fuzz.test.ts', '--reporter=default', '--testTimeout=3600000'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_REQUESTS: values.requests,
    FUZZ_SEED: values.seed,
    FUZZ_REPORT: report,
    ...(values.operations === undefined ? {} : { FUZZ_OPERATIONS: values.operations }),
  },
})
process.stdout.write('\n| operation | requests | sent | answered |\n|---|---|---|---|\n')
process.stdout.write(readFileSync(report, 'utf8').split('\n').toSorted().join('\n').trim())
process.stdout.write('\n')
rmSync(folder, { recursive: true })
process.exitCode = status ?? 1
