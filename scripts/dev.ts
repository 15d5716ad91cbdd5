/**
 * `npm run dev`: the service with the demo, restarted when a source file changes, with a log for people.
 *
 * Arguments go to `parley serve`: `npm run dev -- --port 0`. `--data` defaults to `demo-data`, and `--inspect` opens a port
 * for a debugger on loopback. After each start, it prints a link that signs in the admin of the demo.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pretty from 'pino-pretty'
import { COMPANY } from '../src/demo/people.ts'

/** Output of `parley serve --json`. */
interface Started {
  readonly url: string
  readonly organization_id: string
  readonly sign_in_link?: string
}

type Service = ChildProcessByStdio<null, Readable, Readable>

const home = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const isInspected = args.includes('--inspect')
const options = args.filter((arg) => arg !== '--inspect')
const dataAt = options.indexOf('--data')
const data = dataAt < 0 ? 'demo-data' : (options[dataAt + 1] ?? 'demo-data')
const inspect = isInspected ? ['--inspect=127.0.0.1:9229'] : []
const log = pretty({ colorize: process.stdout.isTTY === true, translateTime: 'SYS:HH:MM:ss', singleLine: true })

const NODE_ARGS = ['--disable-warning=ExperimentalWarning']

/** Time without another change before a restart: editors and Git write many files in a row. */
const QUIET_MS = 200

let service = start()
let restart: NodeJS.Timeout | undefined
let isEnding = false
let isStopping = false
for (const folder of ['src', 'migrations']) {
  watch(`${home}${folder}`, { recursive: true }, (_event, file) => {
    if (file?.endsWith('.test.ts') || isEnding) return
    clearTimeout(restart)
    restart = setTimeout(() => {
      // A service that is already stopping starts with this change too.
      if (isStopping) return
      process.stdout.write(`\nChanged: ${folder}/${file}. Restarting…\n`)
      stop(service, () => {
        if (!isEnding) service = start()
      })
    }, QUIET_MS)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isEnding = true
    clearTimeout(restart)
    stop(service, () => process.exit())
  })
}

function start(): Service {
  const serve = [
    'src/main.ts',
    'serve',
    '--demo',
    '--styleguide',
    '--json',
    ...(dataAt < 0 ? ['--data', data] : []),
    ...options,
  ]
  const started = spawn(process.execPath, [...NODE_ARGS, ...inspect, ...serve], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface({ input: started.stderr }).on('line', (line) => log.write(`${line}\n`))
  createInterface({ input: started.stdout }).once('line', (line) => welcome(JSON.parse(line)))
  started.on('exit', (code) => {
    if (code !== 0 && !isStopping) process.stdout.write('The service ended. It starts again after the next change.\n')
  })
  return started
}

function stop(running: Service, then: () => void): void {
  isStopping = true
  const finish = () => {
    isStopping = false
    then()
  }
  if (running.exitCode !== null || running.signalCode !== null) finish()
  else running.once('exit', finish).kill('SIGTERM')
}

/** Prints the address and a sign-in link. The service creates one only on a loopback address. */
function welcome({ url, organization_id, sign_in_link }: Started): void {
  const link = sign_in_link ?? issueLink(url, organization_id)
  process.stdout.write(`\nParley is running at ${url}\nSign in as ${COMPANY.adminEmail}: ${link}\n\n`)
}

/** @returns the link, or why there is none: the data folder may hold something other than the demo */
function issueLink(url: string, organizationId: string): string {
  const command = ['src/main.ts', 'user', 'link', COMPANY.adminEmail, '--organization', organizationId, '--data', data]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE_ARGS, ...command, '--json'], {
    cwd: home,
    encoding: 'utf8',
  })
  return status === 0 ? url + new URL(JSON.parse(stdout).sign_in_link).pathname : stderr.trim()
}
