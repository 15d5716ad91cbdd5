/**
 * Law: no delivery to the address of a source costs more than its length deserves, whether it is authentic or not. The
 * cost of an authentic one includes reading it. `growth.test.ts` has the other routes.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { SOURCE_KINDS } from '../src/features/sources/source-kinds/registry.ts'
import { expectNoSquareAsync } from '../src/testing/growth.ts'
import { createSourcesWorld, deliveriesOf, type SourcesWorld, sourceFor } from '../src/testing/sources-fixtures.ts'
import { deliveryKinds, forge } from './growth-deliveries.ts'

const MOST_BYTES = Number(process.env.GROWTH_BYTES ?? 1024 * 1024)

let world: SourcesWorld
beforeAll(async () => {
  world = await createSourcesWorld()
})

it('has deliveries of every kind of source that accepts them', () => {
  const kinds = SOURCE_KINDS.filter(({ verify, read }) => verify !== undefined && read !== undefined).map(
    ({ id }) => id,
  )
  expect(kinds.length).toBeGreaterThan(10)
  expect(deliveryKinds.map(({ source }) => source.kind).toSorted()).toEqual(kinds.toSorted())
})

describe.each(deliveryKinds.map((kind) => [kind.source.kind, kind] as const))(
  '%s',
  (_, { source, bodies, sign, maxBytes = MOST_BYTES }) => {
    const post = async (path: string, payload: string, headers: Readonly<Record<string, string>>) => {
      const { statusCode } = await world.app.server.inject({
        ...{ method: 'POST', url: `/v2${path}`, payload },
        headers: { host: 'parley.test', ...headers },
      })
      return statusCode
    }

    it('takes a delivery that isn’t authentic in linear time', async () => {
      const { path } = await sourceFor(world, source)
      for (const { name, type, body } of bodies) {
        await expectNoSquareAsync(MOST_BYTES - 512, async (size) => {
          for (const headers of [{}, forge()]) {
            const status = await post(path, body(size), { 'content-type': type, ...headers })
            expect([name, [200, 401, 503].includes(status), status]).toEqual([name, true, status])
          }
        })
      }
    })

    it.skipIf(sign === undefined)('takes and reads an authentic delivery in linear time', async () => {
      const connected = await sourceFor(world, source)
      for (const { name, body } of bodies) {
        await expectNoSquareAsync(Math.min(maxBytes, MOST_BYTES) / 2, async (size) => {
          const signed = sign?.(body(size), `http://parley.test/v2${connected.path}`)
          expect([name, await post(connected.path, signed?.body ?? '', signed?.headers ?? {})]).toEqual([name, 200])
          await world.app.drain(world.acme)
        })
      }
      const deliveries: { status: string }[] = await deliveriesOf(world, connected)
      expect(deliveries.length).toBeGreaterThan(0)
      expect(deliveries.map(({ status }) => status)).not.toContain('received')
    })
  },
)
