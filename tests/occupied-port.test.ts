/** The first start shows the API key once, so it must create none if the port is in use. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { startParley } from '../src/testing/run-parley.ts'

it('is named, and the next start shows the API key and the sign-in link', async () => {
  const folder = await madeDataFolder('port')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const start = (given: number) =>
    startParley(['serve', '--port', String(given), '--host', '127.0.0.1', '--json', '--data', folder], {
      cwd: folder,
    })
  const refused = start(port)
  const [said, [code]] = await Promise.all([text(refused.stderr), once(refused, 'exit')])
  expect([code, said]).toEqual([1, expect.stringContaining(`Port ${port} of 127.0.0.1 is in use.`)])
  const service = start(0)
  const [line] = await once(createInterface(service.stdout), 'line')
  service.kill('SIGTERM')
  await once(service, 'exit')
  expect(JSON.parse(line)).toMatchObject({ api_key: expect.any(String), sign_in_link: expect.any(String) })
})
