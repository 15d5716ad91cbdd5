/** Parts of the app are closed, also if a later part can't be opened. */
import { PgBoss } from 'pg-boss'
import { afterEach, expect, it, vi } from 'vitest'
import { type AppPorts, openApp } from './app.ts'
import { type Config, readConfig } from './core/config.ts'
import { createLog } from './core/log.ts'
import { openServices } from './services.ts'
import { testEnvironment } from './testing/test-database.ts'
import { createWordEmbedding } from './testing/word-embedding.ts'

afterEach(() => vi.restoreAllMocks())

const log = createLog('silent')

/** Ports that record the order in which they are closed. */
function createPorts(config: Config) {
  const closed: string[] = []
  const stop = PgBoss.prototype.stop
  vi.spyOn(PgBoss.prototype, 'stop').mockImplementation(function (this: PgBoss, options) {
    closed.push('queue')
    return stop.call(this, options)
  })
  const ports: AppPorts = {
    embedding: { ...createWordEmbedding(), close: async () => void closed.push('embedding') },
    transcriber: {
      name: 'test',
      transcribe: () => Promise.reject(new Error('Nothing is transcribed.')),
      close: async () => void closed.push('transcriber'),
    },
    async openServices() {
      const services = await openServices(config, log)
      const close = async () => {
        closed.push('services')
        await services.close()
      }
      return { ...services, close }
    },
  }
  return { closed, ports }
}

/** Configuration with a part that can't be read. */
const failing = (config: Config, part: keyof Config): Config =>
  Object.defineProperty({ ...config }, part, {
    get() {
      throw new Error(`no ${part}`)
    },
  })

it('closes all parts, in the reverse order of opening', async () => {
  const config = readConfig(await testEnvironment())
  const { closed, ports } = createPorts(config)
  const app = await openApp(config, log, ports)
  expect(closed).toEqual([])
  await app.close()
  expect(closed).toEqual(['queue', 'services', 'transcriber', 'embedding'])
})

it('closes all parts if the last one cannot be opened', async () => {
  const config = readConfig(await testEnvironment())
  const { closed, ports } = createPorts(config)
  await expect(openApp(failing(config, 'trustedProxies'), log, ports)).rejects.toThrow('no trustedProxies')
  expect(closed).toEqual(['queue', 'services', 'transcriber', 'embedding'])
})

it('closes the models if the services cannot be opened, and reports that reason', async () => {
  const config = readConfig(await testEnvironment())
  const { closed, ports } = createPorts(config)
  const broken: AppPorts = {
    ...ports,
    embedding: { ...createWordEmbedding(), close: () => Promise.reject(new Error('not closed')) },
    openServices: () => Promise.reject(new Error('no database')),
  }
  await expect(openApp(config, log, broken)).rejects.toThrow('no database')
  expect(closed).toEqual(['transcriber'])
})
