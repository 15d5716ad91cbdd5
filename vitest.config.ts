import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['src/testing/engine.ts'],
    setupFiles: ['src/testing/close-opened.ts'],
    // Ends tests that hang. No test needs nearly as long, on a machine that other work keeps busy either.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    maxWorkers: 2,
    // A process takes one file after the other, and reads the program once: files share no state but what the modules keep.
    isolate: false,
  },
})
