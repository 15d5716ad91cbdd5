import { call } from '../../src/testing/call.ts'
import { fileForm } from '../../src/testing/file-form.ts'
import { wave } from '../../src/testing/sound.ts'
import type { SamplesOf } from './sample.ts'

export const recordingSamples: SamplesOf = async (world, conversation) => {
  const form = fileForm('call.wav', wave({ seconds: 0.1 }))
  const ofConversation = { path: { id: conversation } }
  await call(world.app, world.org, 'PUT', `/conversations/${conversation}/media`, form)
  await call(world.app, world.org, 'POST', `/conversations/${conversation}/transcription`)
  return {
    getConversationMedia: ofConversation,
    putConversationMedia: { ...ofConversation, ...form },
    deleteConversationMedia: ofConversation,
    confirmConversationMediaUpload: ofConversation,
    getConversationMediaDetails: ofConversation,
    getConversationMediaLink: ofConversation,
    createConversationTranscription: ofConversation,
  }
}
