/** `npm run check`: what holds without running the service, in the order of how quickly it says so. */
import { runSteps } from './steps.ts'

process.exitCode = runSteps([
  { rule: 'Types hold', command: ['tsc', '--project', '.'] },
  { rule: 'Types hold in browsers', command: ['tsc', '--project', 'tsconfig.browser.json'] },
  { rule: 'Style holds', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { rule: 'Dependencies point one way', command: ['vitest', 'run', '--reporter=dot', 'tests/architecture.test.ts'] },
  { rule: 'Generated files are fresh', command: ['vitest', 'run', '--reporter=dot', 'tests/generated.test.ts'] },
])
  ? 0
  : 1
