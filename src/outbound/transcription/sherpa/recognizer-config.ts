/** Configurations of recognizers in sherpa-onnx, as `types.js` of `sherpa-onnx-node` describes them. */
import { RATE } from '../../media/wave.ts'
import type { SpeechModel } from './speech-model.ts'

/** Language of a model that doesn't detect it, if the conversation has none. */
const DEFAULT_LANGUAGE = 'en'

/** @param language base language tag of the recording, if known. Ignored if the model doesn't recognize it */
export function toRecognizerConfig(model: SpeechModel, language: string | null, numThreads: number): object {
  const chosen = language !== null && model.languages?.includes(language) === true ? language : ''
  return {
    featConfig: { sampleRate: RATE, featureDim: 80 },
    modelConfig: {
      ...toModelConfig(model, chosen),
      ...{ tokens: model.tokens, numThreads, provider: 'cpu', debug: 0 },
    },
    decodingMethod: 'greedy_search',
  }
}

function toModelConfig(model: SpeechModel, language: string): object {
  switch (model.kind) {
    case 'transducer':
    case 'nemo_transducer': {
      const { encoder, decoder, joiner } = model
      return { transducer: { encoder, decoder, joiner }, modelType: model.kind }
    }
    case 'whisper': {
      const { encoder, decoder } = model
      return { whisper: { encoder, decoder, language, task: 'transcribe' } }
    }
    case 'canary': {
      const { encoder, decoder } = model
      const spoken = language || DEFAULT_LANGUAGE
      return { canary: { encoder, decoder, srcLang: spoken, tgtLang: spoken, usePnc: 1 } }
    }
    case 'moonshine': {
      const { preprocessor, encoder, uncachedDecoder, cachedDecoder } = model
      return { moonshine: { preprocessor, encoder, uncachedDecoder, cachedDecoder } }
    }
    case 'teleSpeechCtc':
      return { teleSpeechCtc: model.model }
    case 'senseVoice':
      return { senseVoice: { model: model.model, language, useInverseTextNormalization: 1 } }
    default:
      return { [model.kind]: { model: model.model } }
  }
}
