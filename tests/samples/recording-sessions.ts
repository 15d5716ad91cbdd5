import { call } from '../../src/testing/call.ts'
import { fileForm } from '../../src/testing/file-form.ts'
import { WEBM } from '../../src/testing/media-samples.ts'
import type { SamplesOf } from './sample.ts'

export const recordingSessionSamples: SamplesOf = async (world) => {
  const caller = world.bob
  const body = {
    title: 'Site visit',
    sources: ['microphone', 'tab'],
    consent: { statement: 'Everyone on the call knows that it is recorded, and agrees.' },
  }
  const form = fileForm('part.webm', WEBM, { take: '0', part: '0' })
  const start = async (): Promise<string> => {
    const { status, body: created, text } = await call(world.app, caller, 'POST', '/recording-sessions', { body })
    if (status !== 201) throw new Error(text)
    return created.data.id
  }
  const [empty, recorded, discarded] = [await start(), await start(), await start()]
  const sent = await call(world.app, caller, 'POST', `/recording-sessions/${recorded}/parts`, form)
  if (sent.status !== 200) throw new Error(sent.text)
  return {
    createRecordingSession: { caller, body },
    listRecordingSessions: { caller },
    addRecordingPart: { caller, path: { id: empty }, ...form },
    finishRecordingSession: { caller, path: { id: recorded } },
    deleteRecordingSession: { caller, path: { id: discarded } },
  }
}
