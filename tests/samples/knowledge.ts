import { call } from '../../src/testing/call.ts'
import { fileForm } from '../../src/testing/file-form.ts'
import type { SamplesOf } from './sample.ts'

export const knowledgeSamples: SamplesOf = async (world) => {
  const given = { title: 'Price list', content: '# Prices\n\nA seat costs 10 a month.' }
  const form = fileForm('prices.md', '# Prices\n\nA seat costs 10 a month.')
  const made = await call(world.app, world.org, 'POST', '/knowledge-base/sources', { body: given })
  const sent = await call(world.app, world.org, 'POST', '/knowledge-base/sources/upload', form)
  const ofSource = { path: { id: made.body.data.id } }
  return {
    createKnowledgeSource: { body: given },
    listKnowledgeSources: {},
    uploadKnowledgeSource: form,
    getKnowledgeSource: ofSource,
    updateKnowledgeSource: { ...ofSource, body: { title: 'Prices of this year' } },
    deleteKnowledgeSource: ofSource,
    confirmKnowledgeSourceUpload: { path: { id: sent.body.data.id } },
  }
}
