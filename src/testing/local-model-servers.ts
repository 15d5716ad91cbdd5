/**
 * Stand-ins for local model servers, with the responses that their documentation publishes:
 *
 * - Ollama: https://docs.ollama.com/api/tags, https://docs.ollama.com/api/ps,
 *   https://docs.ollama.com/api-reference/get-version
 * - LM Studio: https://lmstudio.ai/docs/api/rest-api (`/api/v0/models`), https://lmstudio.ai/docs/api/openai-api
 * - llama.cpp: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
 * - vLLM: `ModelCard` in its source, https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
 */
import { type ModelReply, type ModelScript, type Published, says, saysJson } from './model-server.ts'

type Responses = Readonly<Record<string, Published>>

const openaiList = (...cards: readonly object[]): Published => ({ body: { object: 'list', data: cards } })
const card = (id: string, more: object = {}) => ({ id, object: 'model', created: 1_735_142_223, ...more })

/** @param contextTokens context length of the loaded model; without it, no model is loaded */
export const ollamaResponses = (contextTokens?: number): Responses => ({
  '/api/version': { body: { version: '0.12.6' } },
  '/api/tags': {
    body: {
      models: [
        {
          name: 'gemma3:latest',
          model: 'gemma3:latest',
          modified_at: '2025-10-03T23:34:03.409490317-07:00',
          size: 3_338_801_804,
          digest: 'a2af6cc3eb7fa8be8504abaf9b04e88f17a119ec3f04a3addf55f92841195f5a',
          details: {
            ...{ parent_model: '', format: 'gguf', family: 'gemma3', families: ['gemma3'] },
            ...{ parameter_size: '4.3B', quantization_level: 'Q4_K_M' },
          },
        },
        {
          ...{ name: 'nomic-embed-text:latest', model: 'nomic-embed-text:latest', size: 274_302_450, digest: '0a109f' },
          modified_at: '2025-10-03T23:34:03.409490317-07:00',
          details: { format: 'gguf', family: 'nomic-bert', parameter_size: '137M', quantization_level: 'F16' },
        },
      ],
    },
  },
  '/api/ps': {
    body: {
      models:
        contextTokens === undefined
          ? []
          : [
              {
                ...{ name: 'gemma3:latest', model: 'gemma3:latest', size: 6_591_830_464, size_vram: 5_333_539_264 },
                ...{ expires_at: '2025-10-17T16:47:07.93355-07:00', context_length: contextTokens },
              },
            ],
    },
  },
  '/v1/models': openaiList(card('gemma3:latest', { owned_by: 'library' })),
})

export const lmStudioResponses = (): Responses => ({
  '/v1/models': openaiList(
    card('meta-llama-3.1-8b-instruct', { owned_by: 'organization_owner' }),
    card('text-embedding-nomic-embed-text-v1.5', { owned_by: 'organization_owner' }),
  ),
  '/api/v0/models': openaiList(
    {
      ...{ id: 'meta-llama-3.1-8b-instruct', object: 'model', type: 'llm', publisher: 'lmstudio-community' },
      ...{ arch: 'llama', compatibility_type: 'gguf', quantization: 'Q4_K_M', state: 'loaded' },
      ...{ max_context_length: 131_072, loaded_context_length: 16_384 },
    },
    {
      ...{ id: 'text-embedding-nomic-embed-text-v1.5', object: 'model', type: 'embeddings', publisher: 'nomic-ai' },
      ...{ arch: 'nomic-bert', compatibility_type: 'gguf', quantization: 'Q4_0', state: 'not-loaded' },
      ...{ max_context_length: 2_048 },
    },
  ),
})

const LLAMA_MODEL = '../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf'

export const llamaResponses = (contextTokens: number): Responses => ({
  '/health': { body: { status: 'ok' } },
  '/props': {
    body: {
      default_generation_settings: { id: 0, id_task: -1, n_ctx: contextTokens, is_processing: false, params: {} },
      ...{ total_slots: 1, model_path: LLAMA_MODEL, chat_template: '...', modalities: { vision: false } },
    },
  },
  '/v1/models': openaiList(
    card(LLAMA_MODEL, {
      owned_by: 'llamacpp',
      meta: { vocab_type: 2, n_vocab: 128_256, n_ctx_train: 131_072, n_params: 8_030_261_312, size: 4_912_898_304 },
    }),
  ),
})

/** The server while it loads its model. */
export const llamaLoadingResponses = (): Responses => {
  const loading = {
    status: 503,
    body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
  }
  return { '/health': loading, '/v1/models': loading, '/props': loading }
}

export const vllmResponses = (): Responses => ({
  '/version': { body: { version: '0.8.4' } },
  '/v1/models': openaiList(
    card('Qwen/Qwen3-14B', {
      ...{ owned_by: 'vllm', root: 'Qwen/Qwen3-14B', parent: null, max_model_len: 40_960, permission: [] },
    }),
  ),
})

export const SAMPLE_ANSWER = 'They agreed on 42,000 euros a year. Tom sends the audit report by Thursday.'

const line = (text: string, segment: number, quote: string) => ({ text, evidence: [{ segment, quote }] })

/** Summary of the sample conversation of trials, in the schema of summaries, with one quote that nobody said. */
export const SAMPLE_SUMMARY = {
  headline: line('Pilot and price of a stock forecast', 4, 'Your offer of 48,000 euros a year is above our budget'),
  paragraphs: [line('The pilot went well.', 2, 'They liked the stock forecast')],
  decisions: [line('42,000 euros a year for two years', 6, 'I can defend 42,000 euros.')],
  actionItems: [
    {
      ...line('Send the audit report', 7, 'I will send you the audit report by Thursday.'),
      owner: 'Tom',
      due: 'Thursday',
    },
  ],
  openQuestions: [line('When will they sign?', 9, 'nobody ever said these words')],
  chapters: [{ title: 'Pilot', firstSegment: 0, evidence: [] }],
}

/** A capable model: answers the question of a trial, and summarizes in the requested schema. */
export const capable: ModelScript = ({ streams, schema }): ModelReply =>
  schema === undefined && streams
    ? says(SAMPLE_ANSWER, { usage: { input: 400, output: 20 } })
    : saysJson(SAMPLE_SUMMARY, { usage: { input: 900, output: 300 } })

/** A model whose server accepts the schema and ignores it. */
export const ignoresSchema: ModelScript = (request) =>
  request.schema === undefined && request.streams ? capable(request) : says('Here is a summary: it went well.')
