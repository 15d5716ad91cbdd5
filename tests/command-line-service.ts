/** The command line in a process of its own, on a data folder that is made and migrated. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { startParley } from '../src/testing/run-parley.ts'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  // biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
  readonly json: any
}

/** @param name part of the names of its folders */
export async function openCommandLine(name: string) {
  const home = await mkdtemp(join(tmpdir(), `parley-${name}-`))
  const data = await madeDataFolder(`${name}-data`)
  const start = (args: string[], env = {}) => startParley(args, { cwd: home, env })

  async function parleyIn(env: Record<string, string>, ...args: string[]): Promise<Ended> {
    const child = start(args.includes('--data') ? args : [...args, '--data', data], env)
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code, out, err, json: args.includes('--json') && out !== '' ? JSON.parse(out) : undefined }
  }

  async function serve(folder = data, env = {}) {
    const child = start(['serve', '--port', '0', '--json', '--data', folder], env)
    const [line] = await once(createInterface(child.stdout), 'line')
    return {
      said: JSON.parse(line),
      async stop() {
        child.kill('SIGTERM')
        const [code] = await once(child, 'exit')
        return code
      },
    }
  }

  return {
    ...{ home, data, start, parleyIn, serve },
    parley: (...args: string[]): Promise<Ended> => parleyIn({}, ...args),
    async remove() {
      for (const folder of [home, data]) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Service = Awaited<ReturnType<Awaited<ReturnType<typeof openCommandLine>>['serve']>>

/** List of calls that the service returns. */
// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
export const listCalls = async (base: string, key: string): Promise<any> =>
  (await fetch(`${base}/conversations/list`, { headers: { authorization: key } })).json()
