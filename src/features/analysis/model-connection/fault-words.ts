/** Explanations of failed model calls for users. The settings with the same meaning are in docs/language-models.md. */
import type { FaultDetail } from '../../../core/language-model.ts'

export const FAULT_WORDS: Readonly<Record<FaultDetail, string>> = {
  unreachable: "The server can't be reached.",
  dropped: 'The connection ended during the answer. The server may have run out of memory.',
  timeout: 'The answer took too long. Use a smaller model, or increase MODEL_TIMEOUT.',
  rate_limited: 'The server accepts no more requests now. Try again later.',
  server_error: 'The server failed. Its log contains the reason, such as too little memory for the model.',
  busy: 'Too many calls are waiting for the model.',
  key: 'The server rejected the API key, or requires one.',
  model_unknown: "The server doesn't offer this model at this address.",
  redirected: "The server redirects to another address. Parley doesn't follow redirects.",
  content_filter: 'The provider rejected the text.',
  too_long: 'The context length of the server is too small for the question.',
  request: 'The server rejected the request. It may use another protocol, or the model only creates embeddings.',
  not_understood: "The server's response isn't in the protocol of OpenAI or Anthropic.",
  not_json: 'The output was no JSON.',
  not_schema: "The output didn't match the JSON schema.",
  empty: 'The output was empty.',
  cut_off: 'The output was cut off before its end.',
  too_much: 'The output was too long.',
}
