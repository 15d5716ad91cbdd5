/**
 * `npm run acceptance`: starts the service on a new data folder and runs `acceptance/` against its address. With
 * PARLEY_URL, PARLEY_KEY and PARLEY_RIVAL_KEY (org-level keys of two organizations) set it tests that installation
 * instead; it makes things there. Arguments go to Vitest.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { withService } from './running-service.ts'

process.exitCode = process.env.PARLEY_URL
  ? await accept({})
  : await withService(({ environment }) => accept(environment))

async function accept(environment: Record<string, string>): Promise<number> {
  const args = ['run', '--config', 'acceptance/vitest.config.ts', ...process.argv.slice(2)]
  const run = spawn('vitest', args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const [status] = await once(run, 'exit')
  return status ?? 1
}
