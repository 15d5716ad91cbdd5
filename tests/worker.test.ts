/** Background work as real processes do it, on a data folder of their own. */
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import { MAIL_SUBJECTS } from '../src/core/mail.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { queueMail } from '../src/features/platform/mail/index.ts'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { startParley } from '../src/testing/run-parley.ts'

let data: string
beforeEach(async () => {
  data = await madeDataFolder('worker')
})
afterEach(() => rm(data, { recursive: true, force: true }))

function start(...args: string[]) {
  const child = startParley([...args, '--data', data])
  const exit = once(child, 'exit')
  return {
    said: async () => JSON.parse(String((await once(createInterface(child.stdout), 'line'))[0])),
    ended: async () => ({ err: await text(child.stderr), code: (await exit)[0] }),
    async stop() {
      child.kill('SIGTERM')
      return (await exit)[0]
    },
  }
}

/** Adds a job from a process that only visits. */
async function queueOne(organizationId: OrganizationId): Promise<void> {
  const app = await openApp(readConfig({ DATA_DIR: data }), createLog('warn'))
  try {
    const ctx = app.contextFor(app.operator(organizationId))
    const message = { to: 'ann@acme.example', subject: MAIL_SUBJECTS.invitation, text: 'Hello.' }
    await ctx.transact((tx) => queueMail(ctx, tx, message))
  } finally {
    await app.close()
  }
}

/** Those that are whole: one that is being written lies under a name with a dot. */
async function messages(): Promise<string[]> {
  const names = await readdir(join(data, 'mail')).catch(() => [])
  return names.filter((name) => !name.startsWith('.'))
}

async function untilSent(): Promise<void> {
  for (let i = 0; i < 120 && (await messages()).length === 0; i++) await pause(100)
  expect(await messages()).toEqual([expect.stringMatching(/\.eml$/)])
}

it('the service does the work that a visiting process added, and stops in order', async () => {
  const service = start('serve', '--port', '0', '--json')
  const { organization_id } = await service.said()
  await queueOne(organization_id)
  await untilSent()
  expect(await service.stop()).toBe(0)
})

it('with --no-worker the service leaves it to a worker, which it lets in once it has gone', {
  timeout: 90_000,
}, async () => {
  const service = start('serve', '--port', '0', '--json', '--no-worker')
  const { organization_id } = await service.said()
  await queueOne(organization_id)
  const refused = await start('worker').ended()
  expect(refused).toEqual({
    code: 1,
    err: expect.stringContaining('More workers require PostgreSQL: set DATABASE_URL.'),
  })
  expect(await messages()).toEqual([])
  expect(await service.stop()).toBe(0)
  const worker = start('worker', '--json')
  const { url, ...said } = await worker.said()
  expect(said).toEqual({ worker: expect.any(Number) })
  await untilSent()
  const get = async (path: string) => {
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(10_000) })
    return [answer.status, await answer.text()] as const
  }
  expect(await get('/healthz')).toEqual([200, '{"status":"ok"}'])
  expect((await get('/readyz'))[0]).toBe(200)
  const [status, metrics] = await get('/metrics')
  expect(status).toBe(200)
  expect(metrics).toContain('parley_mail_total{outcome="sent"} 1')
  expect(metrics).toContain('parley_job_duration_seconds_count{queue="send_mail",outcome="ok"} 1')
  expect((await get('/v2/conversations'))[0]).toBe(401)
  expect((await get('/v2/openapi.json'))[0]).toBe(401)
  expect(await worker.stop()).toBe(0)
})

it('with --until-idle a worker ends when no job is left', { timeout: 90_000 }, async () => {
  const service = start('serve', '--port', '0', '--json', '--no-worker')
  const { organization_id } = await service.said()
  await queueOne(organization_id)
  expect(await service.stop()).toBe(0)
  const worker = start('worker', '--json', '--until-idle', '1')
  expect(await worker.ended()).toMatchObject({ code: 0 })
  expect(await messages()).toEqual([expect.stringMatching(/\.eml$/)])
  const wrong = await start('worker', '--until-idle', 'soon').ended()
  expect(wrong).toEqual({ code: 2, err: expect.stringContaining('`--until-idle` must be a whole number of seconds') })
})
