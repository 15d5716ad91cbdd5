/**
 * Responses of model servers, as they are published. Fields that Parley doesn't use are ignored, and missing optional
 * fields don't make a response invalid. The pages are:
 *
 * - Ollama: https://docs.ollama.com/api/tags, https://docs.ollama.com/api/ps.
 *   Version: https://docs.ollama.com/api-reference/get-version.
 * - LM Studio: https://lmstudio.ai/docs/api/openai-api, https://lmstudio.ai/docs/api/rest-api (`/api/v0/models`).
 * - llama.cpp: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md (`/health`, `/props`, `/v1/models`).
 * - vLLM: https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html, and `ModelCard` in its source
 * - OpenAI: https://developers.openai.com/api/reference/resources/models/methods/list
 * - Anthropic: https://docs.anthropic.com/en/api/models-list
 */
import { z } from 'zod'

const name = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u)
/** Text of a server that users see. */
const short = z
  .string()
  .max(40)
  .regex(/^\P{Cc}*$/u)
const count = z.number().int().positive().max(100_000_000)
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined)

/** `GET /api/version` of Ollama. vLLM has the same form at `GET /version`. */
export const versionForm = z.object({ version: short })

const ollamaDetails = z.object({
  family: optional(z.string()),
  parameter_size: optional(short),
  quantization_level: optional(short),
})

/** `GET /api/tags` of Ollama. */
export const ollamaTagsForm = z.object({
  models: z.array(z.object({ name, size: optional(z.number()), details: optional(ollamaDetails) })).max(10_000),
})

/** `GET /api/ps` of Ollama: loaded models. */
export const ollamaLoadedForm = z.object({
  models: z.array(z.object({ name, context_length: optional(count) })).max(10_000),
})

/** `GET /v1/models` of OpenAI. vLLM adds `max_model_len`, llama.cpp adds `meta`. */
export const openaiModelsForm = z.object({
  data: z
    .array(
      z.object({
        id: name,
        owned_by: optional(z.string()),
        max_model_len: optional(count),
        meta: optional(z.object({ size: optional(z.number()), n_params: optional(z.number()) })),
      }),
    )
    .max(10_000),
})

/** `GET /api/v0/models` of LM Studio: downloaded models, with type and state. */
export const lmStudioModelsForm = z.object({
  data: z
    .array(
      z.object({
        id: name,
        type: z.string(),
        state: z.string(),
        quantization: optional(short),
        loaded_context_length: optional(count),
      }),
    )
    .max(10_000),
})

/** `GET /props` of llama.cpp: context length of one slot. */
export const llamaPropsForm = z.object({ default_generation_settings: z.object({ n_ctx: count }) })

/** Error of `GET /health` of llama.cpp while it loads the model. */
export const llamaLoadingForm = z.object({ error: z.object({ message: z.string().regex(/loading/i) }) })
