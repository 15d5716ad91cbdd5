/** Commands that open the embedded database themselves, because no service runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { madeDataFolder } from '../src/testing/data-folder.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Minimum size of functions that V8 optimizes for seconds, in bytes. Those that read the sources are smaller. */
const LARGE = 50_000

it('V8 optimizes no large function during a short command, because the process would wait for that', async () => {
  const folder = await madeDataFolder('cli-end')
  const flags = ['--trace-wasm-compilation-times', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, MAIN, 'key', 'list', '--data', folder], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  await rm(folder, { recursive: true, force: true })
  expect(code).toBe(0)
  expect(out.match(/using Liftoff/g)?.length).toBeGreaterThan(500)
  const optimized = [...out.matchAll(/using TurboFan.*bodysize (\d+)/g)].map(([, bytes]) => Number(bytes))
  expect(optimized.filter((bytes) => bytes >= LARGE)).toEqual([])
})
