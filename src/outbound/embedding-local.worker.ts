/** The thread of the sentence encoder. */
import { answerWith } from './embedding-answer.ts'

await answerWith(async (say) => {
  const [{ loadEncoder }, { withAdapter }] = await Promise.all([
    import('./embedding-encoder.ts'),
    import('./embedding-query-adapter.ts'),
  ])
  return withAdapter(await loadEncoder(say))
})
