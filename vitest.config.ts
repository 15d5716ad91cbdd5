import { defineConfig } from 'vitest/config'
import { splitTests } from './scripts/test-projects.ts'

const { unit, app } = splitTests()

export default defineConfig({
  test: {
    setupFiles: ['src/testing/coarse-clock.ts', 'src/testing/close-opened.ts'],
    // Ends tests that hang. No test needs nearly as long, on a machine that other work keeps busy either.
    testTimeout: 120_000,
    // The first hooks of a run wait until the database is migrated.
    hookTimeout: 300_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    maxWorkers: 2,
    // A process takes one file after the other, and reads the program once: files share no state but what the modules keep.
    isolate: false,
    // Node.js runs the sources as they are, as it runs the service. Vite would transform all of them in each run, which
    // takes a quarter of the processor time of the first hundred files. No test needs `vi.mock`, which has a loader.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      { extends: true, test: { name: 'app', include: app, globalSetup: ['src/testing/engine.ts'] } },
    ],
  },
})
