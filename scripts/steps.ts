/** Runs commands one after the other as named rules, and reports which ones held. */
import { spawnSync } from 'node:child_process'

export interface Step {
  readonly rule: string
  readonly command: readonly [string, ...string[]]
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** @returns the rules that held; each step runs, so that one failure doesn't hide the next */
export function runSteps(steps: readonly Step[]): ReadonlySet<string> {
  const held = new Set<string>()
  for (const { rule, command, environment } of steps) {
    process.stdout.write(`\n── ${rule}\n`)
    const [program, ...args] = command
    const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
    if (status === 0) held.add(rule)
  }
  return held
}
