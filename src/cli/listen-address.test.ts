import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { checkListenAddress, describeListenFault } from './listen-address.ts'

const host = '127.0.0.1'

it('names the port in use and what to do, and accepts a free one', async () => {
  const other = createServer().listen(0, host)
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(checkListenAddress({ host, port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Stop the other program, or choose another port with --port`,
  )
  other.close()
  await once(other, 'close')
  await checkListenAddress({ host, port })
  // The check has released it.
  await checkListenAddress({ host, port })
  await checkListenAddress({ host, port: 0 })
})

it('names an address that the machine does not have', async () => {
  await expect(checkListenAddress({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    /doesn't have the address 192\.0\.2\.1/,
  )
})

it('leaves other errors as they are', () => {
  const error = new Error('other')
  expect(describeListenFault(error, { host, port: 1 })).toBe(error)
  expect(describeListenFault(Object.assign(error, { code: 'EACCES' }), { host, port: 80 })).toMatchObject({
    message: expect.stringContaining('port 80'),
  })
})
