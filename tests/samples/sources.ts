import { signWebhook } from '../../src/core/webhook-signature.ts'
import { call } from '../../src/testing/call.ts'
import { deliver, SIGNING_SECRET, sourceFor, webhookBody } from '../../src/testing/sources-fixtures.ts'
import type { SamplesOf } from './sample.ts'

export const sourceSamples: SamplesOf = async (world) => {
  const kept = await sourceFor(world, webhookBody())
  const spare = await sourceFor(world, webhookBody())
  const listed = await sourceFor(world, {
    ...{ kind: 'folder', name: 'Folder', settings: { path: '/srv/recordings' }, lookMinutes: 0 },
  })
  const send = (id: string, given: unknown) => {
    const body = JSON.stringify(given)
    return deliver(world.app, kept, body, signWebhook({ id, body }, [SIGNING_SECRET], world.app.clock.now()))
  }
  // An erasure of other samples that still waits would delete the body before it is read.
  await world.app.drain(world.acme)
  // The file of this call can't be fetched: no name leads anywhere in tests.
  const arrived = await send('delivery-1', {
    externalId: 'call-1',
    recordingUrl: 'https://files.example.com/call-1.mp3',
  })
  if (arrived.status !== 200) throw new Error(arrived.text)
  await world.app.drain(world.acme)
  const first = async (what: string) =>
    (await call(world.app, world.org, 'GET', `/sources/${kept.id}/${what}`)).body.data[0].uuid
  const recording = { path: { id: kept.id, recordingId: await first('recordings') } }
  const delivery = { path: { id: kept.id, deliveryId: await first('deliveries') } }
  return {
    listSourceKinds: {},
    listSources: {},
    createSource: { body: webhookBody() },
    getSource: { path: { id: kept.id } },
    updateSource: { path: { id: kept.id }, body: { name: 'Recorder of sales' } },
    deleteSource: { path: { id: spare.id } },
    testSource: { path: { id: kept.id } },
    startSourceBackfill: { path: { id: listed.id }, body: { days: 7 } },
    listSourceRecordings: { path: { id: kept.id } },
    retrySourceRecording: recording,
    listSourceDeliveries: { path: { id: kept.id } },
    getSourceDelivery: delivery,
    replaySourceDelivery: delivery,
  }
}
