/** Programs under measurement, each a process of its own, and what the kernel says they have used. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** How long a program may take until it says where it listens. */
const START_MS = 180_000
const STOP_MS = 5_000

/** What still runs when this process ends, however it ends, must not outlive it. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** For programs without signal handlers of their own: a signal ends them by way of what stands above. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
}

export interface Program {
  readonly pid: number
  /** The JSON line it said at its start. */
  readonly said: Record<string, string>
  stop(): Promise<void>
}

/**
 * Starts a TypeScript file of ours and waits for its first line, which must be JSON.
 * @param root the folder of the program
 * @throws Error when it does not come.
 */
export async function startProgram(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
  root = ROOT,
): Promise<Program> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: root,
    env: { ...settingsOfTheLauncher(), NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const stop = () => stopChild(child)
  try {
    const said = JSON.parse(await firstLine(child))
    if (child.pid === undefined) throw new Error('no process id')
    return { pid: child.pid, said, stop }
  } catch (error) {
    await stop()
    throw new Error(`${file} ${args.join(' ')} did not start: ${(error as Error).message}`)
  }
}

/** What the launcher sets for every program, this one and the service of an operator. */
function settingsOfTheLauncher(): Record<string, string> {
  const names = ['PATH', 'NODE_COMPILE_CACHE', 'MALLOC_TRIM_THRESHOLD_']
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value !== ''))
}

/** Runs a command to its end and gives the JSON it printed. */
export async function runProgram(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Record<string, string>> {
  const program = await startProgram(file, args, environment)
  await program.stop()
  return program.said
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no stdout')
  const lines = createInterface({ input: child.stdout })
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with code ${code}`))),
    pause(START_MS, undefined, { ref: false }).then(() => Promise.reject(new Error(`silent for ${START_MS} ms`))),
  ])
  child.stdout.resume()
  return line
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(timer)
}

/** Clock ticks a second in /proc; 100 on every Linux that Node runs on. */
const TICKS = 100

/** Seconds of processor time, user and kernel, that the processes have used so far; those that are gone count nothing. */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    const stat = read(`/proc/${pid}/stat`)
    // The name of the program stands in brackets and may hold blanks; fields 14 and 15 are utime and stime.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields !== undefined) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / TICKS
}

/** The same for a process with its children, and those of them that have ended. */
export function familyCpuSeconds(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    // Fields 4, 14 and 15: parent, utime and stime; 16 and 17 are those of children that have ended.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    const isParent = Number(name) === pid
    if (!isParent && Number(fields[1]) !== pid) continue
    ticks += Number(fields[11]) + Number(fields[12])
    if (isParent) ticks += Number(fields[13]) + Number(fields[14])
  }
  return ticks / TICKS
}

/** Memory a process holds at this moment, in megabytes. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS')
}

/** The most memory a process has held so far, in megabytes. */
export function peakMegabytes(pid: number): number {
  return megabytes(pid, 'VmHWM')
}

function megabytes(pid: number, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) / 1024
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
