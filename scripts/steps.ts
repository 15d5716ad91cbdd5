/** Runs commands one after the other as named rules, and says which held. */
import { spawnSync } from 'node:child_process'

export interface Step {
  readonly rule: string
  readonly command: readonly [string, ...string[]]
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** @returns whether all held; each is run, so that one failure does not hide the next */
export function runSteps(steps: readonly Step[]): boolean {
  const broken: string[] = []
  for (const { rule, command, environment } of steps) {
    process.stdout.write(`\n── ${rule}\n`)
    const [program, ...args] = command
    const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
    if (status !== 0) broken.push(rule)
  }
  process.stdout.write(
    `\n${steps.map(({ rule }) => `${broken.includes(rule) ? 'BROKEN' : 'holds '}  ${rule}`).join('\n')}\n`,
  )
  return broken.length === 0
}
